import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { BackupError } from './backup-file.ts'

/** Reads a backup line by line. Lines are split at byte 10 only: COPY text may hold other characters that Unicode calls line ends. */
export type BackupLines = { next: () => Promise<Buffer> }

export function readBackupLines(file: string): BackupLines {
  const lines = splitLines(file)
  return {
    next: async () => {
      const { value, done } = await lines.next().catch((error: unknown) => {
        throw new BackupError(
          `백업 파일을 읽을 수 없습니다: ${file} (${error instanceof Error ? error.message : String(error)})`,
        )
      })
      if (done) throw new BackupError(`백업 파일이 중간에서 잘렸습니다: ${file}`)
      return value
    },
  }
}

async function* splitLines(file: string): AsyncGenerator<Buffer, undefined> {
  const source = createReadStream(file)
  const text = createGunzip()
  source.once('error', (error) => text.destroy(error))
  let rest = Buffer.alloc(0)
  for await (const chunk of source.pipe(text)) {
    const bytes = Buffer.concat([rest, chunk as Buffer])
    let start = 0
    for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, start)) {
      yield bytes.subarray(start, end)
      start = end + 1
    }
    rest = bytes.subarray(start)
  }
  return undefined
}
