interface BuiltFile {
  readonly url: string
}

/**
 * Splits the built files by who caches them: every device, or only devices of signed-in staff.
 * Visitors never download the back office.
 */
export function splitBuiltFiles<File extends BuiltFile>(files: readonly File[]): { shell: File[]; staff: File[] } {
  // The back office's typeface comes in parts; if one is missing, names offline mix two fonts.
  const isStaff = ({ url }: BuiltFile) => /(^|\/)(staff-|PretendardVariable\.)[^/]*$/.test(url)
  return { shell: files.filter((file) => !isStaff(file)), staff: files.filter(isStaff) }
}

/** Paths never answered with the app: the server's own, and any path that names a file. */
export const nonPagePatterns = [/^\/api\//, /^\/oauth\//, /^\/docs/, /\/[^/?][^/?.]*\.[^/]+$/]
