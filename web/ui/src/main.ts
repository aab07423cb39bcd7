import { readConfig } from "./config";
import { takeReasons } from "./i18n";
import { mount } from "./pages";
import "./styles/index.css";

const config = readConfig();
const root = document.getElementById("app");
if (!root) throw new Error("The page has no place for the app.");
takeReasons(config.reasons);
mount(root, config);
