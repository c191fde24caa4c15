import { execFile } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectRoot } from './project-files.ts'

// One tsconfig per folder is the wall between the runtimes. A package that drags in another runtime's
// types would tear it down without a sound, so these lines are compiled together with the files of
// the real folder.
const folders = [
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
]

/** Inside node_modules, so that `types` of a config resolve as they do in the project. */
const planted = join(projectRoot, 'node_modules/.cache/planted-globals')
let output: string

beforeAll(async () => {
  rmSync(planted, { recursive: true, force: true })
  const configs = folders.map(({ folder, wrong, right }) => plant(folder, [...wrong, ...right]))
  output = await compile(configs)
}, 180_000)
afterAll(() => rmSync(planted, { recursive: true, force: true }))

test.each(folders)('in $folder a global of another runtime does not compile', ({ folder, wrong, right }) => {
  const messages = [...wrong, ...right].map((_, index) => messageAt(lineFile(folder, index)))
  expect(messages.slice(0, wrong.length)).toEqual(wrong.map(() => expect.stringMatching(/^Cannot find name/)))
  expect(messages.slice(wrong.length)).toEqual(right.map(() => ''))
})

/** Writes each line as a file and a config that compiles them with the folder; returns the config's path. */
function plant(folder: string, lines: readonly string[]): string {
  mkdirSync(join(planted, folder), { recursive: true })
  for (const [index, line] of lines.entries()) writeFileSync(lineFile(folder, index), `${line}\nexport {}\n`)
  const path = join(planted, folder, 'tsconfig.json')
  const config = {
    extends: join(projectRoot, folder, 'tsconfig.json'),
    compilerOptions: {
      composite: false,
      emitDeclarationOnly: false,
      noEmit: true,
      tsBuildInfoFile: join(planted, folder, 'tsbuildinfo'),
    },
    files: lines.map((_, index) => lineFile(folder, index)),
    references: [],
  }
  writeFileSync(path, JSON.stringify(config))
  return path
}

function lineFile(folder: string, index: number): string {
  return join(planted, folder, `line-${index}.ts`)
}

function compile(configs: readonly string[]): Promise<string> {
  const tsc = join(projectRoot, 'node_modules/typescript/bin/tsc')
  return new Promise((resolve) => {
    const options = { cwd: projectRoot, maxBuffer: 2 ** 26 }
    execFile(process.execPath, [tsc, '-b', '--checkers', '1', '--pretty', 'false', ...configs], options, (_, stdout) =>
      resolve(stdout),
    )
  })
}

/** What the compiler says to that file; '' when it compiles. */
function messageAt(file: string): string {
  const start = `${relative(projectRoot, file)}(`
  const line = output.split('\n').find((candidate) => candidate.startsWith(start))
  return line?.replace(/^.*?: error TS\d+: /, '') ?? ''
}
