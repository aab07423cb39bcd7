/** An in-memory PlayService for tests: what is not given answers UNIMPLEMENTED. */

import { create } from "@bufbuild/protobuf";
import { Code, ConnectError, createClient, createRouterTransport, type ServiceImpl } from "@connectrpc/connect";

import type { PlayClient } from "../src/api/client";
import { ErrorInfoSchema } from "../src/gen/google/rpc/error_details_pb";
import { PlayService } from "../src/gen/truco/play/v1/play_pb";

export function play(service: Partial<ServiceImpl<typeof PlayService>>): PlayClient {
  return createClient(PlayService, createRouterTransport((router) => void router.service(PlayService, service)));
}

/** A refusal as the gateway sends it. */
export function refusal(code: Code, reason: string, metadata: Record<string, string> = {}, message = reason): ConnectError {
  const info = create(ErrorInfoSchema, { reason, domain: "quiero", metadata });
  return new ConnectError(message, code, undefined, [{ desc: ErrorInfoSchema, value: info }]);
}
