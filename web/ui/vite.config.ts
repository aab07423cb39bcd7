import { defineConfig } from "vite";

// Django serves dist/ under /static/ui/ and finds the built names in dist/.vite/manifest.json.
export default defineConfig(({ command }) => ({
  base: command === "build" ? "/static/ui/" : "/",
  // The gallery (npm run dev) shows the pages in the portal's own look.
  publicDir: command === "build" ? false : "../static",
  build: {
    target: ["es2021", "chrome87", "firefox78", "safari14"],
    manifest: true,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: ["src/main.ts", "src/verify.ts"] },
  },
}));
