import vm from 'node:vm'

const H264 = /h264-mp4-encoder[\\/]embuild[\\/]dist[\\/]h264-mp4-encoder\.node\.js/
const AAC = /@mediabunny[\\/]aac-encoder[\\/]dist[\\/]bundles[\\/]mediabunny-aac-encoder\.mjs/
const INLINE_WORKER = /return inlineWorker\((`(?:[^`\\]|\\[^])*`)\);/

/**
 * Changes both encoders so that the content security policy allows them: it forbids code from text and workers from blobs. In the H.264
 * encoder, the three calls that create functions are replaced. The worker of the AAC encoder becomes its own file, byte for byte.
 */
export function codecsUnderPolicy() {
  return {
    name: 'kinora:codecs-under-policy',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (H264.test(id)) return { code: h264WithoutEval(code, (problem) => this.error(problem)), map: null }
      if (!AAC.test(id)) return undefined
      const [whole, literal] = INLINE_WORKER.exec(code) ?? this.error('the AAC encoder starts its worker in another way now')
      const file = this.emitFile({ type: 'asset', name: 'aac-encoder.js', source: vm.runInNewContext(literal) })
      return { code: code.replace(whole, () => `return new Worker(import.meta.ROLLUP_FILE_URL_${file});`), map: null }
    },
  }
}

export function h264WithoutEval(code, fail) {
  const callCount = code.split('new Function(').length - 1 + (code.split('var B=Function;').length - 1)
  if (callCount !== 3) fail('the H.264 encoder puts its functions together in another way now')
  const changed = code.replaceAll('new Function(', 'new functionOf(').replace('var B=Function;', 'var B=functionOf;')
  return `${functionOf.toString()}\n${changed}`
}

/**
 * Replaces `Function` in the three calls that create functions. The arguments are the names of bound values, and the code, which always has
 * the same form.
 */
export function functionOf(...names) {
  const code = names.pop()
  if (names[0] === 'body') {
    return (body) =>
      function named(...values) {
        return body.apply(this, values)
      }
  }
  if (names[0] === 'dynCall')
    return (dynCall, target) =>
      (...values) =>
        dynCall(target, ...values)
  return (...values) => {
    const bound = Object.fromEntries(names.map((name, index) => [name, values[index]]))
    const types = names.filter((name) => /^argType\d+$/.test(name)).map((name) => bound[name])
    const collects = code.includes('var destructors')
    return function invoke(...given) {
      if (given.length !== types.length) bound.throwBindingError(`called with ${given.length} arguments, expected ${types.length}`)
      const destructors = collects ? [] : null
      const wired = {}
      if (code.includes('thisWired')) wired.thisWired = bound.classParam.toWireType(destructors, this)
      for (const [index, type] of types.entries()) wired[`arg${index}Wired`] = type.toWireType(destructors, given[index])
      const result = bound.invoker(bound.fn, ...Object.values(wired))
      if (collects) bound.runDestructors(destructors)
      for (const name of names.filter((each) => each.endsWith('_dtor'))) bound[name](wired[name.replace('_dtor', '')])
      return code.includes('var ret = ') ? bound.retType.fromWireType(result) : undefined
    }
  }
}
