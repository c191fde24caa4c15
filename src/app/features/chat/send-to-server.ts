import { readStoredLogin } from '#app/session/stored-login.ts'

/**
 * `fetch` with the session of a signed-in user. The code that renews sessions is loaded only then,
 * because visitors do not need it.
 */
export async function sendToServer(path: string, init: RequestInit): Promise<Response> {
  const send = readStoredLogin().accessToken ? await loadAuthorizedFetch() : fetch
  return await send(path, init)
}

async function loadAuthorizedFetch(): Promise<typeof fetch> {
  return (await import('#app/session/fetch-with-login.ts')).fetchWithLogin
}
