import { cruise, type ICruiseResult } from 'dependency-cruiser'
import { importRules } from './import-rules.ts'

export interface Breach {
  rule: string
  from: string
  to: string
}

/**
 * Checks every module below `src`, `sw` and `tests` of a tree against the import rules. `root` is
 * an absolute path.
 */
export async function cruiseTree(root: string, folders: string[]): Promise<{ modules: number; breaches: Breach[] }> {
  const { output } = await cruise(folders, {
    baseDir: root,
    validate: true,
    ruleSet: importRules(),
    // Includes type imports: a type imported the wrong way is the first step of a cycle.
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)tests/rules/(breaches|new-book/files)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'browser', 'node', 'default'],
    },
  })
  if (typeof output === 'string') throw new Error('dependency-cruiser answered with text instead of a result')
  return { modules: output.summary.totalCruised, breaches: toBreaches(output) }
}

function toBreaches(result: ICruiseResult): Breach[] {
  return result.summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to }))
}
