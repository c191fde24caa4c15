import { problem } from '#contract/problem.ts'
import { deliveryStatus, topUpStatus } from '#contract/books/quick-delivery.ts'
import { idSchema, instantText } from '#contract/records/values.ts'
import { wrongTopUpAmount } from '#domain/books/quick-delivery.ts'
import type { Deps } from '../deps.ts'
import { Refusal } from '../http/refusal.ts'
import { asFields, type RequestParts, readBody, type ReadSent } from '../books/write-routes.ts'

type Makers = Pick<Deps, 'now' | 'newId'>

/**
 * Reads the body of `POST`, `PUT` and `DELETE /api/quick/`. Completes a new record of a client that
 * sends only rider, sender, receiver, amount and memo.
 */
export function readQuickSent(makers: Makers): ReadSent {
  return async (kind, parts) => {
    const sent = await readBody(kind, parts)
    if (kind !== 'create') return sent
    const body = asFields(sent.body)
    return { body: { ...newRecord(makers, parts, body), status: deliveryStatus, ...body } }
  }
}

/** The record for a top-up call. Throws a refusal for an invalid amount. */
export function topUpOf(makers: Makers, parts: RequestParts): Record<string, unknown> {
  const { id, amount, memo = null } = asFields(parts.body)
  if (typeof amount !== 'number' || !(amount > 0)) {
    throw new Refusal(problem('invalid_request', { message: wrongTopUpAmount, fields: { amount: wrongTopUpAmount } }))
  }
  return { ...newRecord(makers, parts, { id }), status: topUpStatus, amount, memo }
}

/**
 * Id and moment of a new record sent without them. With an idempotency key, the key becomes the id
 * and its UUIDv7 time the moment, so that a repeated request makes the same record.
 */
function newRecord({ now, newId }: Makers, { headers }: RequestParts, body: Readonly<Record<string, unknown>>) {
  const id = body['id'] ?? headers['idempotency-key'] ?? newId()
  const named = idSchema.safeParse(id)
  return { id, created_at: instantText((named.success ? momentOfId(named.data) : null) ?? now().getTime()) }
}

/** The time of a UUIDv7 in ms since 1970; null for other versions. */
function momentOfId(id: string): number | null {
  return id[14] === '7' ? Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) : null
}
