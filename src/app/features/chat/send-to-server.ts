import { readStoredLogin } from '#app/session/stored-login.ts'

/** `fetch`, with the session of whoever is signed in: what renews sessions is nothing that a visitor needs. */
export async function sendToServer(path: string, init: RequestInit): Promise<Response> {
  const send = readStoredLogin().accessToken ? await loadAuthorizedFetch() : fetch
  return await send(path, init)
}

async function loadAuthorizedFetch(): Promise<typeof fetch> {
  return (await import('#app/session/fetch-with-login.ts')).fetchWithLogin
}
