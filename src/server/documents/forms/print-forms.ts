import { Worker } from 'node:worker_threads'
import type { FilledForm } from '#domain/filings/filing.ts'
import type { FormsDocument } from './draw-forms.ts'

export interface PrintRequest {
  readonly id: number
  readonly document: FormsDocument
  readonly forms: readonly FilledForm[]
}
export type PrintResult = { readonly id: number } & ({ readonly pdf: Uint8Array } | { readonly failed: string })

interface FormsPrinter {
  print(forms: readonly FilledForm[], document: FormsDocument): Promise<Uint8Array>
  close(): Promise<void>
}

/**
 * Prints many small documents in one long-lived thread: starting it and loading its typefaces takes
 * longer than drawing a page. `write-forms.ts` is for one long document. The thread does not keep
 * the process alive; if it fails or stops answering, the next job gets a new one.
 */
export function openPrinter(silentMs = 20_000): FormsPrinter {
  const waiting = new Map<number, { resolve(pdf: Uint8Array): void; reject(error: Error): void }>()
  let worker: Worker | undefined
  let orderCount = 0
  function failAll(reason: string): void {
    const failedWorker = worker
    worker = undefined
    for (const { reject } of waiting.values()) reject(new Error(reason))
    waiting.clear()
    void failedWorker?.terminate()
  }
  function startWorker(): Worker {
    const started = new Worker(new URL('./print-forms-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: 256 },
    })
    started.unref()
    started.on('message', (result: PrintResult) => {
      const request = waiting.get(result.id)
      waiting.delete(result.id)
      if ('pdf' in result) request?.resolve(result.pdf)
      else request?.reject(new Error(result.failed))
    })
    const failIfCurrent = (reason: string) => started === worker && failAll(reason)
    started.on('error', (error) => failIfCurrent(error.stack ?? error.message))
    started.on('exit', (code) => failIfCurrent(`print-forms-worker ended with ${code}`))
    return started
  }
  return {
    async print(forms, document) {
      worker ??= startWorker()
      const id = (orderCount += 1)
      const printed = Promise.withResolvers<Uint8Array>()
      waiting.set(id, printed)
      worker.postMessage({ id, document, forms } satisfies PrintRequest)
      const timer = setTimeout(() => failAll('print-forms-worker does not respond'), silentMs * waiting.size)
      return await printed.promise.finally(() => clearTimeout(timer))
    },
    async close() {
      failAll('the printer is closed')
    },
  }
}
