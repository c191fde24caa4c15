import { Worker } from 'node:worker_threads'
import { problem, type Problem } from '#contract/problem.ts'
import { acquireSlot } from '../warm-workers.ts'
import { checkWorkbook } from './check-workbook.ts'
import type { ParsedSheet, SheetHead } from './sheet.ts'

export interface ReadLimits {
  readonly maxBytes: number
  /** Counts rows that are not empty. */
  readonly maxRows: number
  readonly maxColumns: number
  readonly maxCellLength: number
}

type ReadResult = { sheet: ParsedSheet } | { refused: Problem }

interface ReadOptions {
  readonly timeoutMs?: number
  /**
   * Returns the index of the sheet to read among the visible sheets that are not empty. Absent: the
   * first. Its errors are passed on.
   */
  readonly chooseSheet?: (sheets: readonly SheetHead[]) => number
}

/**
 * Reads one sheet of an uploaded workbook (.xlsx, .xls, or a text with that extension). The file is
 * untrusted: it is checked before parsing, parsed in a separate thread with little memory and a
 * limit of 20 seconds, and any problem becomes a refusal in Korean.
 */
export async function readWorkbook(
  file: { name: string; bytes: Uint8Array },
  limits: ReadLimits,
  options: ReadOptions = {},
): Promise<ReadResult> {
  const refused = await checkWorkbook(file, limits)
  if (refused !== null) return { refused }
  const releaseSlot = await acquireSlot('read')
  try {
    return await readInWorker(file.bytes, limits, options)
  } finally {
    releaseSlot()
  }
}

type WorkerMessage =
  | { type: 'sheets'; sheets: SheetHead[] }
  | { type: 'sheet'; sheet: ParsedSheet | null }
  | { type: 'too_much' }
  | { type: 'failed'; message: string }

async function readInWorker(
  bytes: Uint8Array,
  limits: ReadLimits,
  { timeoutMs = 20_000, chooseSheet = () => 0 }: ReadOptions,
): Promise<ReadResult> {
  const worker = new Worker(new URL('./read-workbook-worker.ts', import.meta.url), {
    workerData: { bytes, limits },
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  })
  const { promise, resolve, reject } = Promise.withResolvers<ReadResult>()
  const timer = setTimeout(() => resolve({ refused: contentTooLarge }), timeoutMs)
  worker.on('message', (message: WorkerMessage) => {
    if (message.type !== 'sheets') return resolve(toReadResult(message))
    if (message.sheets.length === 0) return resolve({ refused: emptyFile })
    try {
      worker.postMessage(chooseSheet(message.sheets))
    } catch (error) {
      reject(error)
    }
  })
  worker.on('error', (error: NodeJS.ErrnoException) => {
    resolve({ refused: error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? contentTooLarge : unreadableFile })
  })
  worker.on('exit', () => resolve({ refused: unreadableFile }))
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}

function toReadResult(message: Exclude<WorkerMessage, { type: 'sheets' }>): ReadResult {
  if (message.type === 'failed')
    return { refused: /password|encrypt/i.test(message.message) ? encryptedFile : unreadableFile }
  if (message.type === 'too_much') return { refused: contentTooLarge }
  if (message.sheet === null) return { refused: emptyFile }
  return { sheet: message.sheet }
}

const emptyFile = problem('refused', { message: '엑셀 파일에 내용이 없습니다.' })

const contentTooLarge = problem('too_large', {
  message: '파일의 내용이 너무 많습니다. 여러 파일로 나누어 올려 주세요.',
})

const unreadableFile = problem('unsupported_file', {
  message: '엑셀 파일을 읽을 수 없습니다. 엑셀에서 다시 저장한 뒤 올려 주세요.',
})

const encryptedFile = problem('unsupported_file', {
  message: '암호가 걸린 엑셀 파일은 가져올 수 없습니다. 암호를 풀고 다시 올려 주세요.',
})
