interface BuiltFile {
  readonly url: string
}

/** Files of the build by who keeps them: every device, and devices of staff after they signed in. Visitors never carry the back office. */
export function splitBuiltFiles<File extends BuiltFile>(files: readonly File[]): { shell: File[]; staff: File[] } {
  const isStaff = ({ url }: BuiltFile) => /(^|\/)staff-[^/]*$/.test(url)
  return { shell: files.filter((file) => !isStaff(file)), staff: files.filter(isStaff) }
}

/** Never answered with the app: the server's own addresses, and anything that names a file. */
export const notPages = [/^\/api\//, /^\/oauth\//, /^\/docs/, /\/[^/?][^/?.]*\.[^/]+$/]
