import { Code, ConnectError, createClient, type Client, type Interceptor } from "@connectrpc/connect";
import { createConnectTransport } from "@connectrpc/connect-web";

import { PlayService } from "../gen/truco/play/v1/play_pb";
import { refusalOf } from "./errors";
import { SessionEnded, type TokenSource } from "./token";

export type PlayClient = Client<typeof PlayService>;

/** The public API through Connect over HTTP/1.1, signed with the page's token. */
export function playClient(gatewayUrl: string, tokens: TokenSource): PlayClient {
  const transport = createConnectTransport({ baseUrl: gatewayUrl, interceptors: [signed(tokens)] });
  return createClient(PlayService, transport);
}

function signed(tokens: TokenSource): Interceptor {
  return (next) => async (request) => {
    request.header.set("Authorization", `Bearer ${await tokenOrUnauthenticated(tokens)}`);
    try {
      const response = await next(request);
      return response.stream ? { ...response, message: forgetting(tokens, response.message) } : response;
    } catch (error) {
      if (!forgetRefused(tokens, error)) throw error;
      request.header.set("Authorization", `Bearer ${await tokenOrUnauthenticated(tokens)}`);
      return next(request);
    }
  };
}

/** A stream says only at its end that its token was refused; who opens the next one needs a new token. */
async function* forgetting<T>(tokens: TokenSource, messages: AsyncIterable<T>): AsyncIterable<T> {
  try {
    yield* messages;
  } catch (error) {
    forgetRefused(tokens, error);
    throw error;
  }
}

function forgetRefused(tokens: TokenSource, error: unknown): boolean {
  const refused = refusalOf(error).reason.startsWith("TOKEN_");
  if (refused) tokens.drop();
  return refused;
}

async function tokenOrUnauthenticated(tokens: TokenSource): Promise<string> {
  try {
    return await tokens.get();
  } catch (error) {
    if (error instanceof SessionEnded) throw new ConnectError("The session is over.", Code.Unauthenticated);
    throw error;
  }
}
