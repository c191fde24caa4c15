import { findFirefox, findWebKit, firefoxPackages, webKitPackages } from '../browsers/other-browsers.ts'
import { canInstallPackages, installPackages } from './debian-packages.ts'

/** Makes sure that Firefox exists, by Debian's package if need be; else returns what is missing. */
export function ensureFirefox(): string | undefined {
  return ensure(findFirefox, firefoxPackages)
}

/** The same for WebKitGTK and all that its stories need. */
export function ensureWebKit(): string | undefined {
  return ensure(findWebKit, webKitPackages)
}

function ensure(find: () => string | object, packages: readonly string[]): string | undefined {
  if (readMissing(find()) === undefined) return undefined
  if (canInstallPackages()) installPackages(packages)
  const missing = readMissing(find())
  return missing && !canInstallPackages() ? `${missing}; only root on Debian can install it` : missing
}

function readMissing(found: string | object): string | undefined {
  return typeof found === 'object' && 'missing' in found ? String(found.missing) : undefined
}
