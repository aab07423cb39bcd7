import { createContext } from "preact";

import { Clock } from "../api/clock";

/** The server's time for whatever counts down. */
export const ClockContext = createContext(new Clock());
