import { cpSync, mkdirSync, readdirSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

/** Copies the project's sources to `copy`, without what is built; packages are linked. */
export function copyProject(project: string, copy: string): void {
  for (const name of ['src', 'sw', 'tests', 'public'])
    cpSync(join(project, name), join(copy, name), { recursive: true })
  for (const name of readdirSync(project)) {
    if (statSync(join(project, name)).isFile()) cpSync(join(project, name), join(copy, name))
  }
  // One by one, because what is made by tools goes into a folder among them.
  mkdirSync(join(copy, 'node_modules'))
  for (const name of readdirSync(join(project, 'node_modules'))) {
    if (!/^\.(?!bin$)/.test(name)) symlinkSync(join(project, 'node_modules', name), join(copy, 'node_modules', name))
  }
}
