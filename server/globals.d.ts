/** The part of WebAssembly that the motion kernel uses. Node has it, but the types of Node do not. */
declare namespace WebAssembly {
  class Memory {
    readonly buffer: ArrayBuffer
    grow(pages: number): number
  }
  interface Instance {
    readonly exports: Record<string, unknown>
  }
  function instantiate(bytes: Uint8Array): Promise<{ instance: Instance }>
}
