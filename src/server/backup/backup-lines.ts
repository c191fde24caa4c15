import { createReadStream } from 'node:fs'
import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { BackupError } from './backup-file.ts'
import type { BackupKey } from './backup-key.ts'
import { unseal } from './sealed-backup.ts'

/**
 * Reads a backup line by line. Splits only at byte 10, because COPY text may hold other characters
 * that Unicode calls line ends.
 */
export type BackupLines = {
  next: () => Promise<Buffer>
  /**
   * Reads to the end and fails if data is left; only this proves that an encrypted file is
   * complete.
   */
  end: () => Promise<void>
  close: () => Promise<void>
}

export function readBackupLines(file: string, key: BackupKey | undefined): BackupLines {
  const lines = splitLines(file, key)
  const read = () =>
    lines.next().catch((error: unknown) => {
      if (error instanceof BackupError) throw error
      throw new BackupError(
        `백업 파일을 읽을 수 없습니다: ${file} (${error instanceof Error ? error.message : String(error)})`,
      )
    })
  return {
    next: async () => {
      const { value, done } = await read()
      if (done) throw new BackupError(`백업 파일이 중간에서 잘렸습니다: ${file}`)
      return value
    },
    end: async () => {
      const { done } = await read()
      if (!done) throw new BackupError(`백업 파일 끝에 다른 내용이 있습니다: ${file}`)
    },
    close: async () => void (await lines.return(undefined)),
  }
}

async function* splitLines(file: string, key: BackupKey | undefined): AsyncGenerator<Buffer, undefined> {
  const text = createGunzip()
  // Runs when either side ends or fails; the loop below throws the error.
  pipeline(Readable.from(unseal(createReadStream(file), { file, key })), text, () => undefined)
  // Collects the pieces of long lines (up to a megabyte), so that each byte is copied once.
  let pending: Buffer[] = []
  for await (const chunk of text) {
    const bytes = chunk as Buffer
    let start = 0
    for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, start)) {
      yield Buffer.concat([...pending, bytes.subarray(start, end)])
      pending = []
      start = end + 1
    }
    pending.push(bytes.subarray(start))
  }
  return undefined
}
