import type { Plugin } from 'vite'

interface Chunk {
  readonly name: string
  readonly facadeModuleId: string | null
  readonly moduleIds: readonly string[]
}

/** Separates what visitors download from what only staff need. Filled in while the build runs. */
interface VisitorChunks {
  readonly plugin: Plugin
  /** Files of the running build. */
  readonly writtenFiles: ReadonlySet<string>
  /** Modules that every page needs: static imports of the entry. */
  isOnEveryPage(id: string): boolean
  /** Other modules that no public page but the contact page needs. */
  isOnlyOnContactPage(id: string): boolean
  /** The pattern for a chunk's file name; those of staff begin with `staff-`. */
  nameChunk(chunk: Chunk): string
}

const visitorScreens = /\/src\/app\/(?:features\/(?:site\/|chat\/(?!staff\/))|shell\/site-search\/)/

/** Finds the modules that visitors need: those reached from the entry without a staff screen. */
export function createVisitorChunks(): VisitorChunks {
  const visitorModules = new Set<string>()
  const everyPageModules = new Set<string>()
  const contactModules = new Set<string>()
  const writtenFiles = new Set<string>()
  return {
    writtenFiles,
    isOnEveryPage: (id) => everyPageModules.has(id),
    isOnlyOnContactPage: (id) => contactModules.has(id),
    nameChunk: (chunk) =>
      isForVisitors(chunk, visitorModules) ? 'assets/[name]-[hash].js' : 'assets/staff-[name]-[hash].js',
    plugin: {
      name: 'visitor-chunks',
      apply: 'build',
      buildEnd() {
        const entries = [...this.getModuleIds()].filter((id) => this.getModuleInfo(id)?.isEntry)
        const listImports = (id: string) => this.getModuleInfo(id)?.importedIds ?? []
        const listVisitorScreens = (id: string) =>
          (this.getModuleInfo(id)?.dynamicallyImportedIds ?? []).filter((imported) => visitorScreens.test(imported))
        const listVisitorImports = (id: string) => [...listImports(id), ...listVisitorScreens(id)]
        collectReached(everyPageModules, entries, listImports)
        collectReached(visitorModules, entries, listVisitorImports)
        const pages = [...visitorModules].filter((id) => visitorScreens.test(id) && id.endsWith('-page.tsx'))
        const isContactPage = (id: string) => id.endsWith('/contact-page.tsx')
        const onOtherPages = new Set<string>()
        collectReached(
          onOtherPages,
          pages.filter((id) => !isContactPage(id)),
          listVisitorImports,
        )
        const onContactPage = new Set<string>()
        collectReached(onContactPage, pages.filter(isContactPage), listVisitorImports)
        for (const id of onContactPage) if (!onOtherPages.has(id) && !everyPageModules.has(id)) contactModules.add(id)
      },
      writeBundle(_options, bundle) {
        for (const [fileName, chunk] of Object.entries(bundle)) {
          writtenFiles.add(fileName)
          const importsStaffChunk = chunk.type === 'chunk' && !isStaffFile(fileName) && chunk.imports.some(isStaffFile)
          // Such a page would not open offline, and visitors would download staff code.
          if (importsStaffChunk)
            throw new Error(`${fileName} is for visitors and imports ${chunk.imports.filter(isStaffFile).join(', ')}`)
        }
      },
    },
  }
}

/** Adds everything reached from `start`, including `start`, to `reached`. */
function collectReached(
  reached: Set<string>,
  start: readonly string[],
  listNext: (id: string) => readonly string[],
): void {
  const pending = [...start]
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    // lucide's index imports every icon; the few that visitors see are in the entry itself.
    if (reached.has(id) || id.includes('/lucide-react/')) continue
    reached.add(id)
    pending.push(...listNext(id))
  }
}

/**
 * Decided by our own modules, because a staff chunk may contain parts of a package that visitors
 * load too. The bundler's helpers have no module; every chunk may need them.
 */
function isForVisitors(chunk: Chunk, visitorModules: ReadonlySet<string>): boolean {
  if (chunk.name === 'rolldown-runtime') return true
  const ids = chunk.facadeModuleId ? [chunk.facadeModuleId] : chunk.moduleIds
  const ownIds = ids.filter((id) => !id.includes('/node_modules/'))
  return (ownIds.length > 0 ? ownIds : ids).some((id) => visitorModules.has(id))
}

function isStaffFile(fileName: string): boolean {
  return fileName.startsWith('assets/staff-')
}
