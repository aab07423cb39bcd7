import { readConfig } from "./config";

readConfig();
