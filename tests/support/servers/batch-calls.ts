import { expect } from 'vitest'
import { batchPath, type BatchResponseEntry, batchResponseSchema } from '#contract/sync/sync.ts'
import { newId } from '#server/new-id.ts'
import type { SignedIn } from './build-test-app.ts'

/** An entry of a batch in the form a device sends. */
export interface SentEntry {
  op_id: string
  method: 'POST' | 'PUT' | 'DELETE'
  path: string
  body: Record<string, unknown>
  base_version?: number
}

/** An update of a case-book entry; `overrides` replaces parts of it. */
export function createUpdateEntry(body: Record<string, unknown>, overrides: Partial<SentEntry> = {}): SentEntry {
  return { op_id: newId(), method: 'PUT', path: '/api/mysql/realestate/list/', body, ...overrides }
}

export function postBatch(
  who: SignedIn,
  entries: readonly unknown[],
  options: { v?: number; headers?: Record<string, string> } = {},
) {
  const { v = 1, headers = {} } = options
  return who.inject({ method: 'POST', url: batchPath, payload: { v, entries }, headers })
}

/** Sends a batch that must be accepted; returns one response per entry, in order. */
export async function send(who: SignedIn, entries: readonly SentEntry[]): Promise<BatchResponseEntry[]> {
  const response = await postBatch(who, entries)
  expect(response.statusCode).toBe(200)
  const { answers } = batchResponseSchema.parse(response.json())
  expect(answers.map(({ op_id: opId }) => opId)).toEqual(entries.map(({ op_id: opId }) => opId))
  return answers
}
