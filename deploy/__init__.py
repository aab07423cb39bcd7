"""How Quiero is run: `local` on one machine; images and Kubernetes in production."""
