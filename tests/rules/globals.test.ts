import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { projectRoot } from './project-files.ts'

// One tsconfig per folder separates the runtimes. A package that brings another runtime's types
// would silently break that, so the planted lines are checked as files of the real project.

test.each([
  {
    folder: 'src/contract',
    wrong: ['console.log(1)', 'export const later = setTimeout'],
    right: ['export const day = new Date(0).toISOString()'],
  },
  {
    folder: 'src/domain',
    wrong: ['export const answer = fetch("/")', 'export const env = process.env'],
    right: ['export const day = new Date(0).toISOString()'],
  },
  {
    folder: 'src/mirror',
    wrong: [
      'export const title = document.title',
      'export const width = window.innerWidth',
      'export const kept = localStorage.getItem("x")',
      'export const env = process.env',
    ],
    right: ['export const answer = fetch("/")'],
  },
  {
    folder: 'sw',
    wrong: ['export const title = document.title', 'export const env = process.env'],
    right: ['export const answer = caches.keys()'],
  },
  {
    folder: 'src/app',
    wrong: ['export const env = process.env', 'export const bytes = Buffer.alloc(1)'],
    right: ['export const title = document.title'],
  },
  {
    folder: 'src/server',
    wrong: ['export const title = document.title', 'export const width = window.innerWidth'],
    right: ['export const env = process.env'],
  },
])('in $folder a global of another runtime does not compile', ({ folder, wrong, right }) => {
  const messages = compileLines(folder, [...wrong, ...right])
  expect(messages.slice(0, wrong.length)).toEqual(wrong.map(() => expect.stringMatching(/^Cannot find name/)))
  expect(messages.slice(wrong.length)).toEqual(right.map(() => ''))
})

/** Compiler messages for each line as a separate file in that folder; '' when it compiles. */
function compileLines(folder: string, lines: string[]): string[] {
  const { options, fileNames } = readConfig(folder)
  const planted = new Map(lines.map((line, index) => [join(projectRoot, folder, `planted-${index}.ts`), line]))
  const host = ts.createCompilerHost(options)
  const { fileExists, getSourceFile } = host
  host.fileExists = (name) => planted.has(name) || fileExists(name)
  host.getSourceFile = (name, ...rest) => {
    const line = planted.get(name)
    return line === undefined
      ? getSourceFile(name, ...rest)
      : ts.createSourceFile(name, `${line}\nexport {}\n`, rest[0])
  }
  const program = ts.createProgram([...fileNames, ...planted.keys()], options, host)
  return [...planted.keys()].map((name) => findFirstMessage(program, name))
}

function findFirstMessage(program: ts.Program, name: string): string {
  const [first] = program.getSemanticDiagnostics(program.getSourceFile(name))
  return first ? ts.flattenDiagnosticMessageText(first.messageText, ' ') : ''
}

/**
 * Reads everything as one program, because project references would need declarations that `tsc -b`
 * may not have written yet.
 */
function readConfig(folder: string): { options: ts.CompilerOptions; fileNames: string[] } {
  const path = join(projectRoot, folder, 'tsconfig.json')
  const { config } = ts.readConfigFile(path, (name) => ts.sys.readFile(name))
  const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, join(projectRoot, folder))
  return { options: { ...options, composite: false, incremental: false, noEmit: true }, fileNames }
}
