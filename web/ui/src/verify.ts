/** The entry of a match's page in the history: verifying it in the reader's own browser. */

import { mount } from "./verify/page";

const section = document.getElementById("verify");
if (section) mount(section);
