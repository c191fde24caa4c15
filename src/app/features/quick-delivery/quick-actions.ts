import { deliveryStatus, topUpStatus } from '#contract/books/quick-delivery.ts'
import type { FieldValue } from '#contract/books/field.ts'
import { instantText } from '#contract/values.ts'
import type { RecordActions } from '#app/records/actions/record-actions.ts'

type Fields = Readonly<Record<string, FieldValue>>

/** Writes a ride down, of this moment. Answers whether the device could keep it; when not, a toast has said so. */
export async function createRide(actions: RecordActions, fields: Fields): Promise<boolean> {
  return (await actions.add({ ...fields, status: deliveryStatus, created_at: instantText(Date.now()) })) !== null
}

/** Puts money on the balance. */
export async function topUp(actions: RecordActions, fields: Fields): Promise<boolean> {
  const record = { ...fields, status: topUpStatus, created_at: instantText(Date.now()) }
  return (await actions.add(record, topUpWords)) !== null
}

/** Spec 3 §8 to the letter. */
const topUpWords = {
  step: '잔액 충전',
  done: '잔액이 성공적으로 추가되었습니다.',
  failed: '잔액 추가에 실패했습니다.',
}
