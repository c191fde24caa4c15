import type { CollectionName } from '#contract/books/collections.ts'
import { personRequestsPath as path } from '#contract/retention/person-requests.ts'
import { newId } from '#server/new-id.ts'

/** Sends a call as a superuser and returns its status. */
type ChangeCall = (method: 'POST' | 'DELETE', path: string, body: object) => Promise<number>

/**
 * Stops the processing of records 처리정지 as a superuser does; returns a function that ends the
 * stop.
 */
export async function stopRecords(
  send: ChangeCall,
  records: readonly { readonly collection: CollectionName; readonly id: string }[],
): Promise<() => Promise<void>> {
  const request = newId()
  const stopRequest = {
    id: request,
    received_on: '2026-11-01',
    asked_for: 'stop',
    person_name: '정지요청인',
    birth: null,
    phone: null,
    asked_by: '',
    identified_by: '신분증 대조',
  }
  await expectStatus(send('POST', path, stopRequest), 201)
  await expectStatus(send('POST', `${path}/block`, { request, records }), 204)
  return async () => await expectStatus(send('DELETE', `${path}/block`, { request, records }), 204)
}

async function expectStatus(call: Promise<number>, expectedStatus: number): Promise<void> {
  const status = await call
  if (status !== expectedStatus) throw new Error(`status ${String(status)} instead of ${String(expectedStatus)}`)
}
