import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { BackupKey } from './backup-key.ts'
import { seal, sealedFrameBytes, unseal } from './sealed-backup.ts'

const key: BackupKey = { bytes: randomBytes(32), fingerprint: '0011223344556677' }
const headerBytes = 71
const sealedFrame = sealedFrameBytes + 16

async function* yieldChunks(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function collect(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const chunk of chunks) parts.push(chunk)
  return Buffer.concat(parts)
}

function open(bytes: Buffer, using: BackupKey | undefined = key, size = 10_000): Promise<Buffer> {
  return collect(unseal(yieldChunks(bytes, size), { file: 'office.backup', key: using }))
}

const plaintext = randomBytes(3 * sealedFrameBytes + 100)
const sealed = await collect(seal(yieldChunks(plaintext, 50_000), key))
const frames = [0, 1, 2, 3].map((number) =>
  sealed.subarray(headerBytes + number * sealedFrame, headerBytes + (number + 1) * sealedFrame),
)
const header = sealed.subarray(0, headerBytes)

test.each([0, 1, 15, sealedFrameBytes - 1, sealedFrameBytes, sealedFrameBytes + 1, 2 * sealedFrameBytes, 200_001])(
  'decrypts %d bytes unchanged from chunks of any size',
  async (length) => {
    const bytes = randomBytes(length)
    const file = await collect(seal(yieldChunks(bytes, 7919), key))
    for (const size of [1 + Math.floor(length / 50), 4096, 1_000_000])
      expect(await open(file, key, size)).toEqual(bytes)
  },
)

test('leaves nothing of the backup readable in the encrypted file', async () => {
  const content = Buffer.from('온결 법무사사무소 '.repeat(10_000))
  const file = await collect(seal(yieldChunks(content, 65_536), key))
  expect(file.includes(Buffer.from('온결'))).toBe(false)
  expect(file.includes(key.bytes)).toBe(false)
})

test('two encryptions of the same backup share only the format name and the key fingerprint', async () => {
  const resealed = await collect(seal(yieldChunks(plaintext, 50_000), key))
  expect(resealed.subarray(0, 39)).toEqual(sealed.subarray(0, 39))
  expect(resealed.subarray(39, 71)).not.toEqual(sealed.subarray(39, 71))
  expect(resealed.subarray(headerBytes, headerBytes + 1000)).not.toEqual(
    sealed.subarray(headerBytes, headerBytes + 1000),
  )
})

test('holds at most a frame and a chunk in memory in either direction', async () => {
  const sizes = []
  const file: Buffer[] = []
  for await (const part of seal(yieldChunks(plaintext, 50_000), key)) {
    sizes.push(part.length)
    file.push(part)
  }
  for await (const part of unseal(yieldChunks(Buffer.concat(file), 50_000), { file: '', key })) sizes.push(part.length)
  expect(Math.max(...sizes)).toBe(sealedFrame)
})

test('passes a plain file through unchanged, also a very short one', async () => {
  for (const bytes of [plaintext, Buffer.from('o'), Buffer.from('ongyeol-office-sealed'), Buffer.alloc(0)])
    expect(await open(bytes, undefined)).toEqual(bytes)
})

describe('before yielding anything', () => {
  const readFirstChunk = (using: BackupKey | undefined) =>
    unseal(yieldChunks(sealed, 10_000), { file: 'office.backup', key: using }).next()

  test('names the key that is needed when none is given', async () => {
    await expect(readFirstChunk(undefined)).rejects.toThrow(/암호화된 백업입니다.*0011223344556677/)
  })

  test('names both keys when the wrong one is given', async () => {
    const other = { bytes: randomBytes(32), fingerprint: 'ffeeddccbbaa9988' }
    await expect(readFirstChunk(other)).rejects.toThrow(/다른 키로 암호화된.*0011223344556677.*ffeeddccbbaa9988/)
  })

  test('refuses another key under the same fingerprint', async () => {
    await expect(readFirstChunk({ ...key, bytes: randomBytes(32) })).rejects.toThrow('잘렸거나 바뀌었습니다')
  })
})

describe('refuses a file', () => {
  test('with any changed byte', async () => {
    const places = [
      ...Array.from({ length: headerBytes }, (_, index) => index),
      ...frames.flatMap((frame, number) =>
        [0, 1, frame.length >> 1, frame.length - 17, frame.length - 16, frame.length - 1].map(
          (at) => headerBytes + number * sealedFrame + at,
        ),
      ),
    ]
    for (const at of places) {
      const changed = Buffer.from(sealed)
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
      // A change in the format name makes it look like a plain file, which it isn't either.
      const outcome = await open(changed).catch((error: unknown) => (error instanceof Error ? error.name : error))
      expect([at, at < 31 ? outcome : 'BackupError']).toEqual([at, at < 31 ? changed : outcome])
    }
  })

  test('cut at any position', async () => {
    for (const length of [
      headerBytes,
      headerBytes + 1,
      headerBytes + 15,
      headerBytes + 16,
      headerBytes + 1000,
      headerBytes + sealedFrame - 1,
      headerBytes + sealedFrame,
      headerBytes + sealedFrame + 16,
      headerBytes + 3 * sealedFrame,
      sealed.length - 1,
    ])
      await expect(open(sealed.subarray(0, length)), String(length)).rejects.toThrow('잘렸거나 바뀌었습니다')
  })

  test.each([
    ['reordered frames', [1, 0, 2, 3]],
    ['a missing frame', [0, 2, 3]],
    ['a missing last frame', [0, 1, 2]],
    ['a repeated frame', [0, 0, 1, 2, 3]],
    ['a repeated last frame', [0, 1, 2, 3, 3]],
    ['a middle frame at the end', [0, 1, 2, 3, 2]],
  ])('with %s', async (_case, order) => {
    const parts = order.flatMap((number) => frames[number] ?? [])
    await expect(open(Buffer.concat([header, ...parts]))).rejects.toThrow('잘렸거나 바뀌었습니다')
  })

  test('with a frame of another backup under the same key', async () => {
    const other = await collect(seal(yieldChunks(plaintext, 50_000), key))
    const foreign = other.subarray(headerBytes + sealedFrame, headerBytes + 2 * sealedFrame)
    const parts = [header, ...frames].map((part, index) => (index === 2 ? foreign : part))
    await expect(open(Buffer.concat(parts))).rejects.toThrow('잘렸거나 바뀌었습니다')
  })
})
