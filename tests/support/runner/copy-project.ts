import { cpSync, mkdirSync, readdirSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

/** Copies the project's sources to `copy`, without build output; packages are linked. */
export function copyProject(project: string, copy: string): void {
  for (const name of ['src', 'sw', 'tests', 'public'])
    cpSync(join(project, name), join(copy, name), { recursive: true })
  for (const name of readdirSync(project)) {
    if (statSync(join(project, name)).isFile()) cpSync(join(project, name), join(copy, name))
  }
  // Links packages one by one, because tools create a cache folder next to them.
  mkdirSync(join(copy, 'node_modules'))
  for (const name of readdirSync(join(project, 'node_modules'))) {
    if (!/^\.(?!bin$)/.test(name)) symlinkSync(join(project, 'node_modules', name), join(copy, 'node_modules', name))
  }
}
