import { Worker } from 'node:worker_threads'
import { problem, type Problem } from '#contract/problem.ts'
import { checkWorkbook } from './check-workbook.ts'
import type { ReadSheet } from './sheet.ts'
import { takeTurn } from '../worker-turns.ts'

export interface ReadLimits {
  readonly maxBytes: number
  readonly maxRows: number
  readonly maxColumns: number
  readonly maxCellLength: number
}

export type ReadAnswer = { sheet: ReadSheet } | { refused: Problem }

/**
 * Reads the first sheet of an uploaded workbook (.xlsx or .xls). The file is a stranger's: it is checked before anything parses it, parsed in a thread of its
 * own with little memory and 20 seconds to live, and whatever is wrong with it comes back as a refusal in Korean.
 */
export async function readWorkbook(
  file: { name: string; bytes: Uint8Array },
  limits: ReadLimits,
  options: { timeoutMs?: number } = {},
): Promise<ReadAnswer> {
  const refused = await checkWorkbook(file, limits)
  if (refused !== null) return { refused }
  const endTurn = await takeTurn('read')
  try {
    return await readInWorker(file.bytes, limits, options.timeoutMs ?? 20_000)
  } finally {
    endTurn()
  }
}

type WorkerMessage = { type: 'sheet'; sheet: ReadSheet | null } | { type: 'failed'; message: string }

async function readInWorker(bytes: Uint8Array, limits: ReadLimits, timeoutMs: number): Promise<ReadAnswer> {
  const worker = new Worker(new URL('./read-workbook-worker.ts', import.meta.url), {
    workerData: { bytes, limits },
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  })
  const { promise, resolve } = Promise.withResolvers<ReadAnswer>()
  const timer = setTimeout(() => resolve({ refused: tooBig }), timeoutMs)
  worker.on('message', (message: WorkerMessage) => resolve(toAnswer(message)))
  worker.on('error', (error: NodeJS.ErrnoException) => {
    resolve({ refused: error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooBig : unreadable })
  })
  worker.on('exit', () => resolve({ refused: unreadable }))
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}

function toAnswer(message: WorkerMessage): ReadAnswer {
  if (message.type === 'failed') return { refused: /password|encrypt/i.test(message.message) ? locked : unreadable }
  if (message.sheet === null) return { refused: problem('refused', { message: '엑셀 파일에 내용이 없습니다.' }) }
  return { sheet: message.sheet }
}

const tooBig = problem('too_large', { message: '파일의 내용이 너무 많습니다. 여러 파일로 나누어 올려 주세요.' })

const unreadable = problem('unsupported_file', {
  message: '엑셀 파일을 읽을 수 없습니다. 엑셀에서 다시 저장한 뒤 올려 주세요.',
})

const locked = problem('unsupported_file', {
  message: '암호가 걸린 엑셀 파일은 가져올 수 없습니다. 암호를 풀고 다시 올려 주세요.',
})
