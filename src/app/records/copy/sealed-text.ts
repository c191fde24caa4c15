import type { Seal } from '#mirror/store/seal.ts'
import { fromBase64, toBase64 } from '#mirror/vault/byte-text.ts'

/** What is to stand in local storage of a sealed device instead of `row`: text that names its key and tells nothing else. */
export async function closeText(seal: Seal, row: object): Promise<string> {
  const [keyId, box] = (await seal.seal(row)) as [string, Uint8Array]
  return `sealed:${keyId}:${toBase64(box)}`
}

export function isClosedText(text: string): boolean {
  return closedShape.test(text)
}

/** Null: it was closed with another key, or is nothing of ours. */
export async function openText(seal: Seal, text: string): Promise<object | null> {
  const [keyId, box] = closedShape.exec(text)?.slice(1) ?? []
  if (keyId === undefined || box === undefined) return null
  return await seal.open([keyId, fromBase64(box)]).catch(() => null)
}

const closedShape = /^sealed:(\w+):([\w-]+)$/
