import ky from 'ky'
import type { KyInstance } from 'ky'
import { fetchWithLogin } from './fetch-with-login.ts'

/** Refusals reject as ky's HTTPError; its `response` holds the Problem. Nothing is repeated by itself: writes belong into the outbox. */
const api: KyInstance = ky.create({ fetch: fetchWithLogin, timeout: 30_000, retry: 0 })

/** The caller for REST endpoints, with the session's token. */
export function useApi(): KyInstance {
  return api
}
