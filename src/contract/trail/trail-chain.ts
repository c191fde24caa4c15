import { z } from 'zod'
import { trailPath } from './trail.ts'
import { instantSchema } from '../records/values.ts'

/** The hash chain over 접속기록: `GET` its state, `POST` runs a check now. Superusers only. */
export const trailChainPath = `${trailPath}/chain`

/** Possible findings of a check, with the words used on screen and by the command. */
export const chainFaultKinds = {
  row_changed: '내용이 바뀐 기록',
  row_removed: '지워진 기록',
  row_inserted: '나중에 끼워 넣은 기록',
  link_changed: '내용이 바뀐 연결',
  link_removed: '지워진 연결',
  head_lost: '따로 적어 둔 값과 다른 연결',
  beginning_changed: '맞지 않는 시작',
} as const
export type ChainFaultKind = keyof typeof chainFaultKinds

const faultKinds = Object.keys(chainFaultKinds) as [ChainFaultKind, ...ChainFaultKind[]]

/**
 * `seq`: row number; `link`: link number in the chain; `day`: in the office's time zone, if known.
 */
export const chainFaultSchema = z.object({
  kind: z.enum(faultKinds),
  seq: z.int().nullable(),
  link: z.int().nullable(),
  day: z.string().nullable(),
})
export type ChainFault = z.infer<typeof chainFaultSchema>

/** One check: `faults` lists the first ones; `fault_count` counts all. */
export const chainCheckSchema = z.object({
  checked_at: instantSchema,
  checked_by: z.string(),
  is_whole: z.boolean(),
  row_count: z.int(),
  link_count: z.int(),
  head_number: z.int(),
  head_hash: z.string(),
  faults: z.array(chainFaultSchema),
})
export type ChainCheck = z.infer<typeof chainCheckSchema>

/** `last` is null if never checked. `public_key`: key of signed exports, Ed25519 as PEM. */
export const chainStateSchema = z.object({
  last: chainCheckSchema.nullable(),
  public_key: z.string(),
  fingerprint: z.string(),
})
export type ChainState = z.infer<typeof chainStateSchema>
