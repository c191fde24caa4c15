import { createReadStream } from 'node:fs'
import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { BackupError } from './backup-file.ts'
import type { BackupKey } from './backup-key.ts'
import { unseal } from './sealed-backup.ts'

/** Reads a backup line by line. Lines are split at byte 10 only: COPY text may hold other characters that Unicode calls line ends. */
export type BackupLines = {
  next: () => Promise<Buffer>
  /** Reads to the end, where nothing may be left; only this proves that a sealed file is whole. */
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
  // Called when either side is done or broken; what is broken is thrown by the loop below.
  pipeline(Readable.from(unseal(createReadStream(file), { file, key })), text, () => undefined)
  // Pieces of files are lines of a megabyte: each byte is looked at and copied once.
  let begun: Buffer[] = []
  for await (const chunk of text) {
    const bytes = chunk as Buffer
    let start = 0
    for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, start)) {
      yield Buffer.concat([...begun, bytes.subarray(start, end)])
      begun = []
      start = end + 1
    }
    begun.push(bytes.subarray(start))
  }
  return undefined
}
