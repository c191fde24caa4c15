import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { z } from 'zod'
import {
  formatSigned,
  signedEndSchema,
  type SignedHeader,
  signedHeaderSchema,
  signedLinkSchema,
  signedRowSchema,
} from '#contract/trail/trail-chain.ts'
import { toCanonicalLink, toCanonicalRow, toCanonicalRows } from '#domain/trail/canonical.ts'
import { sha256 } from '../chain/link-rows.ts'
import { verifySigned } from './trail-key.ts'

type SignedVerdict =
  | {
      readonly isValid: true
      readonly header: SignedHeader
      readonly fingerprint: string
      readonly rows: number
      readonly links: number
      readonly masked: number
    }
  /** The reason in Korean, with the line number when there is one. */
  | { readonly isValid: false; readonly reason: string }

/** Upper bound of a line we write; a link holds a thousand hashes. */
const maxLineLength = 4_000_000

/**
 * Verifies a signed export line by line, without a database: the signature, and every row and link
 * against its hash. Only the fingerprint tells whose key it is.
 */
export async function verifySignedFile(path: string): Promise<SignedVerdict> {
  try {
    return await verify(path)
  } catch (error) {
    if (error instanceof MismatchError) return { isValid: false, reason: error.message }
    throw error
  }
}

class MismatchError extends Error {}

interface VerifyState {
  header: SignedHeader | undefined
  /** Row hashes of the link read last. */
  rowHashes: ReadonlyMap<string, string>
  rows: number
  links: number
  masked: number
}

async function verify(path: string): Promise<SignedVerdict> {
  const hash = createHash('sha256')
  const state: VerifyState = { header: undefined, rowHashes: new Map(), rows: 0, links: 0, masked: 0 }
  let number = 0
  let last: Buffer | undefined
  for await (const line of readLines(path)) {
    if (last) processLine(state, last, (number += 1))
    if (last) hash.update(last)
    last = line
  }
  const { header, rows, links, masked } = state
  const ended = signedEndSchema.safeParse(parseLine(last, number + 1))
  if (!header || !ended.success) throw new MismatchError('서명이 없습니다. 끝까지 받은 파일이 아닙니다.')
  const { end, signature } = ended.data
  if (end.sha256 !== hash.digest('hex')) throw new MismatchError('파일의 내용이 서명한 뒤에 바뀌었습니다.')
  if (end.rows !== rows || end.links !== links) throw new MismatchError('기록의 수가 서명된 수와 다릅니다.')
  const signer = verifySigned(header.public_key, formatSigned(end.sha256), signature)
  if (!signer) throw new MismatchError('서명이 맞지 않습니다.')
  return { isValid: true, header, fingerprint: signer.fingerprint, rows, links, masked }
}

function processLine(state: VerifyState, line: Buffer, number: number): void {
  const value = parseLine(line, number)
  if (state.header === undefined) {
    const header = signedHeaderSchema.safeParse(value)
    if (!header.success) throw new MismatchError('접속기록의 서명 파일이 아닙니다.')
    state.header = header.data
    return
  }
  const parsed = z.union([signedLinkSchema, signedRowSchema]).safeParse(value)
  if (!parsed.success) throw new MismatchError(`${number}번째 줄의 형식이 올바르지 않습니다.`)
  if ('link' in parsed.data) processLink(state, parsed.data, number)
  else processRow(state, parsed.data, number)
}

function processLink(state: VerifyState, { link, rows }: z.infer<typeof signedLinkSchema>, number: number): void {
  const hashes = rows.map(([seq, hash]) => ({ seq, sha256: hash }))
  if (sha256(toCanonicalRows(hashes)) !== link.rows_hash || sha256(toCanonicalLink(link)) !== link.hash)
    throw new MismatchError(`${number}번째 줄: 연결 ${link.number}의 내용이 바뀌었습니다.`)
  state.rowHashes = new Map(rows)
  state.links += 1
}

function processRow(state: VerifyState, { row, is_masked }: z.infer<typeof signedRowSchema>, number: number): void {
  const expectedHash = state.rowHashes.get(row.seq)
  if (expectedHash === undefined || (is_masked !== true && sha256(toCanonicalRow(row)) !== expectedHash))
    throw new MismatchError(`${number}번째 줄: ${row.seq}번 기록의 내용이 바뀌었습니다.`)
  state.rows += 1
  if (is_masked) state.masked += 1
}

function parseLine(line: Buffer | undefined, number: number): unknown {
  try {
    return JSON.parse(line?.toString('utf8') ?? '')
  } catch {
    throw new MismatchError(`${number}번째 줄을 읽을 수 없습니다.`)
  }
}

/** Yields lines as bytes with their line feed, because the exact bytes are hashed. */
async function* readLines(path: string): AsyncGenerator<Buffer> {
  let pendingBytes = Buffer.alloc(0)
  for await (const chunk of createReadStream(path)) {
    pendingBytes = Buffer.concat([pendingBytes, chunk as Buffer])
    let from = 0
    for (let index = pendingBytes.indexOf(10); index !== -1; index = pendingBytes.indexOf(10, from)) {
      yield pendingBytes.subarray(from, index + 1)
      from = index + 1
    }
    pendingBytes = pendingBytes.subarray(from)
    if (pendingBytes.length > maxLineLength) throw new MismatchError('접속기록의 서명 파일이 아닙니다.')
  }
  if (pendingBytes.length > 0) yield pendingBytes
}
