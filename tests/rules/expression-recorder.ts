import { join } from 'node:path'
import { vi } from 'vitest'
import type { Expression } from './expression-sources.ts'
import { projectRoot } from './project-files.ts'

/**
 * Records the regular expressions that product files build through `RegExp` while `run` runs, and
 * where; excludes literals.
 */
export async function recordExpressions(run: () => Promise<unknown>): Promise<Expression[]> {
  const found: Expression[] = []
  const recordExpression = (expression: RegExp): RegExp => {
    const place = findCaller(new Error('where it was called').stack ?? '')
    if (place) found.push({ ...place, text: String(expression) })
    return expression
  }
  const original = RegExp
  const recording = new Proxy(original, {
    construct: (target, parts: unknown[], newTarget) => recordExpression(Reflect.construct(target, parts, newTarget)),
    apply: (target, _, parts: unknown[]) => recordExpression(Reflect.construct(target, parts)),
  })
  vi.stubGlobal('RegExp', recording)
  try {
    await run()
  } finally {
    vi.unstubAllGlobals()
  }
  return found
}

/** The third stack frame is the caller; the first two are our own trap. */
function findCaller(stack: string): { file: string; line: number } | null {
  const frame = stack.split('\n')[3] ?? ''
  const [, file, line] = /([^()\s]+):(\d+):\d+\)?$/.exec(frame) ?? []
  const path = file?.replaceAll('\\', '/').replace(/^file:\/\//, '') ?? ''
  const root = `${projectRoot.replaceAll('\\', '/')}/`
  return path.startsWith(root) && !path.includes('/node_modules/')
    ? { file: path.slice(root.length), line: Number(line) }
    : null
}

/** Loads a product file. */
export async function load(file: string): Promise<Record<string, unknown>> {
  return await import(join(projectRoot, file))
}
