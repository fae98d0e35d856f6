import vm from 'node:vm'

const H264_ENCODER_FILE = /h264-mp4-encoder[\\/]embuild[\\/]dist[\\/]h264-mp4-encoder\.node\.js/
const AAC_ENCODER_FILE = /@mediabunny[\\/]aac-encoder[\\/]dist[\\/]bundles[\\/]mediabunny-aac-encoder\.mjs/
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
      if (H264_ENCODER_FILE.test(id)) return { code: h264WithoutEval(code, (problem) => this.error(problem)), map: null }
      if (!AAC_ENCODER_FILE.test(id)) return undefined
      const [workerCall, workerLiteral] = INLINE_WORKER.exec(code) ?? this.error('the AAC encoder starts its worker in another way now')
      const fileReference = this.emitFile({ type: 'asset', name: 'aac-encoder.js', source: vm.runInNewContext(workerLiteral) })
      return { code: code.replace(workerCall, () => `return new Worker(import.meta.ROLLUP_FILE_URL_${fileReference});`), map: null }
    },
  }
}

export function h264WithoutEval(code, fail) {
  const callCount = code.split('new Function(').length - 1 + (code.split('var B=Function;').length - 1)
  if (callCount !== 3) fail('the H.264 encoder puts its functions together in another way now')
  const changedCode = code.replaceAll('new Function(', 'new functionOf(').replace('var B=Function;', 'var B=functionOf;')
  return `${functionOf.toString()}\n${changedCode}`
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
    const boundValues = Object.fromEntries(names.map((name, index) => [name, values[index]]))
    const types = names.filter((name) => /^argType\d+$/.test(name)).map((name) => boundValues[name])
    const hasDestructors = code.includes('var destructors')
    return function invoke(...callValues) {
      if (callValues.length !== types.length)
        boundValues.throwBindingError(`called with ${callValues.length} arguments, expected ${types.length}`)
      const destructors = hasDestructors ? [] : null
      const wireValues = {}
      if (code.includes('thisWired')) wireValues.thisWired = boundValues.classParam.toWireType(destructors, this)
      for (const [index, type] of types.entries()) wireValues[`arg${index}Wired`] = type.toWireType(destructors, callValues[index])
      const result = boundValues.invoker(boundValues.fn, ...Object.values(wireValues))
      if (hasDestructors) boundValues.runDestructors(destructors)
      for (const name of names.filter((each) => each.endsWith('_dtor'))) boundValues[name](wireValues[name.replace('_dtor', '')])
      return code.includes('var ret = ') ? boundValues.retType.fromWireType(result) : undefined
    }
  }
}
