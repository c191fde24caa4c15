import type { Seal } from '#mirror/store/seal.ts'
import { fromBase64, toBase64 } from '#mirror/vault/byte-text.ts'

/**
 * Text for local storage of a sealed device in place of `row`; it reveals only which key sealed it.
 */
export async function closeText(seal: Seal, row: object): Promise<string> {
  const [keyId, box] = (await seal.seal(row)) as [string, Uint8Array]
  return `sealed:${keyId}:${toBase64(box)}`
}

export function isClosedText(text: string): boolean {
  return closedShape.test(text)
}

/** Null: sealed with another key, or not written by us. */
export async function openText(seal: Seal, text: string): Promise<object | null> {
  const [keyId, box] = closedShape.exec(text)?.slice(1) ?? []
  if (keyId === undefined || box === undefined) return null
  return await seal.open([keyId, fromBase64(box)]).catch(() => null)
}

const closedShape = /^sealed:(\w+):([\w-]+)$/
