import type { FastifyRequest } from 'fastify'
import { type Selectable, sql } from 'kysely'
import { problem } from '#contract/problem.ts'
import { prepared } from '#server/db/prepared-statements.ts'
import type { AppUserTable } from '#server/db/tables/session.ts'
import type { App, Deps } from '#server/deps.ts'
import { Refusal } from './refusal.ts'
import { hashToken } from './token.ts'

/** Who makes a request, as every business folder sees it. Roles are read anew for every request, so that one taken away is gone at once. */
export type SignedInUser = {
  id: string
  /** Stands in the change log and the audit trail, as it was at that moment. */
  name: string
  isStaff: boolean
  isSuperuser: boolean
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Null: a visitor, who sent no token. */
    user: SignedInUser | null
  }
}

/**
 * Sets `request.user` from `Authorization: Bearer <access token>`. Without the header the request is a visitor's; with a token that is unknown, expired,
 * forged or of an ended session it is refused as 401 `signed_out` even where visitors may read: an outdated tab must learn that it is signed out
 * rather than silently see less. /oauth answers for tokens in its bodies and ignores the header.
 */
export function registerBearer(app: App, deps: Deps): void {
  app.decorateRequest('user', null)
  app.addHook('onRequest', async (request) => {
    const { authorization } = request.headers
    if (authorization === undefined || request.url.startsWith('/oauth/')) return
    const token = /^Bearer ([\w-]{1,500})$/i.exec(authorization)?.[1]
    const user = token === undefined ? undefined : await findBearer(deps, token)
    if (user === undefined) throw new Refusal(problem('signed_out'))
    request.user = { id: user.id, name: user.nickname, isStaff: user.is_staff, isSuperuser: user.is_superuser }
  })
}

/** The active user an access token speaks for, or undefined. */
export async function findBearer(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  accessToken: string,
): Promise<Selectable<AppUserTable> | undefined> {
  const result = await sql<Selectable<AppUserTable>>`${prepared}
    select app_user.* from session_token
    join session on session.id = session_token.session_id
    join app_user on app_user.id = session.user_id
    where session_token.hash = ${hashToken(accessToken)} and session_token.kind = 'access'
      and session_token.expires_at > ${now().toISOString()}::timestamptz and session.ended_at is null and app_user.is_active
  `.execute(db)
  return result.rows[0]
}

/** For a route's `policy.ts`: throws 401 for a visitor. */
export function requireSignedIn(request: FastifyRequest): SignedInUser {
  if (request.user === null) throw new Refusal(problem('signed_out'))
  return request.user
}

/** Throws 401 for a visitor, 403 for a member. A superuser is staff too (decision 5). */
export function requireStaff(request: FastifyRequest): SignedInUser {
  const user = requireSignedIn(request)
  if (!user.isStaff && !user.isSuperuser) throw new Refusal(problem('not_permitted'))
  return user
}

/** Throws 401 for a visitor, 403 for anyone who is no superuser. */
export function requireSuperuser(request: FastifyRequest): SignedInUser {
  const user = requireSignedIn(request)
  if (!user.isSuperuser) throw new Refusal(problem('not_permitted'))
  return user
}
