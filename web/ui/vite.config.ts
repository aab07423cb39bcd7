import { defineConfig } from "vite";

// Django serves dist/ under /static/ui/ and finds the built names in dist/.vite/manifest.json.
export default defineConfig(({ command }) => ({
  base: command === "build" ? "/static/ui/" : "/",
  build: {
    target: ["es2021", "chrome87", "firefox78", "safari14"],
    manifest: true,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: "src/main.ts" },
  },
}));
