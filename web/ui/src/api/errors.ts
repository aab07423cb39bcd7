import { Code, ConnectError } from "@connectrpc/connect";

import { ErrorInfoSchema } from "../gen/google/rpc/error_details_pb";

/** A refusal as the page needs it: the catalogue's reason and its facts, or what kind of failure it was. */
export interface Refusal {
  /** A name of truco.rules.v1.Reason without its prefix; `OFFLINE` when nobody answered; `INTERNAL` otherwise. */
  readonly reason: string;
  readonly metadata: Readonly<Record<string, string>>;
  /** The sentence for developers that came with it. */
  readonly message: string;
}

/** Reads why a call failed. */
export function refusalOf(error: unknown): Refusal {
  const failure = ConnectError.from(error);
  const info = failure.findDetails(ErrorInfoSchema)[0];
  const message = failure.rawMessage;
  if (info) return { reason: info.reason, metadata: info.metadata, message };
  return { reason: NOBODY.has(failure.code) ? "OFFLINE" : "INTERNAL", metadata: {}, message };
}

/** Whether the same call, with the same request id, may succeed a little later. */
export function isTransient(error: unknown): boolean {
  return TRANSIENT.has(refusalOf(error).reason);
}

// Without an ErrorInfo the answer is not Quiero's: the network, a proxy or a gateway that is going away.
const NOBODY: ReadonlySet<Code> = new Set([Code.Unknown, Code.Unavailable, Code.DeadlineExceeded, Code.Canceled]);
const TRANSIENT: ReadonlySet<string> = new Set(["OFFLINE", "UNREACHABLE", "SHUTTING_DOWN", "TOO_LATE"]);
