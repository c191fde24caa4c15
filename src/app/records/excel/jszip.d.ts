/** JSZip 2, as sheetjs-style contains it. */
declare module 'sheetjs-style/jszip.js' {
  export default class JSZip {
    constructor(file: ArrayBuffer)
    file(path: string): { asText(): string } | null
    file(path: string, content: string): this
    generate(options: { type: 'arraybuffer'; compression: 'DEFLATE' | 'STORE' }): ArrayBuffer
  }
}
