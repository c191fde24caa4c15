import { proxy } from 'valtio'

/** A sentence that the frame shows above any page of the site, until the visitor closes it. */
export const siteNotice = proxy<{ text: string | null }>({ text: null })
