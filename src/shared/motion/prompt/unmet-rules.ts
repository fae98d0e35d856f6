import type { UnmetReason } from '#shared/motion/prompt/unmet-wish.ts'

const OWN = '(?:her|his|their|its|the|my|your)'

/** Words for what a camera in front of a still picture cannot show. From the special to the general. */
export const UNMET_RULES: readonly (readonly [RegExp, UnmetReason])[] = [
  [/\b(?:speak|talk|whisper|shout|scream|sing|recit)(?:s|ing|es)?\b|\bsays\b|\blip[ -]?sync\w*\b/, 'speaks'],
  [
    /\b(?:music(?! (?:video|festival|stand|hall|room))|soundtrack|sounds?|audio|song|voice ?over|narrat(?:ion|or)|sound effects?)\b/,
    'sound',
  ],
  [/\b(?:text|titles?|captions?|subtitles?|lettering|logo|watermark)\b/, 'writing'],
  [/\b(?:disappear|vanish|remove|delete|erase)(?:s|d|ing|es)?\b|\bfades? away\b/, 'vanishes'],
  [
    /\b(?:transform|morph|mutat|chang)(?:s|es|e|ing)?\b|\bturn(?:s|ing)? (?:\w+ ){0,4}?into\b|\b(?:become|becomes|becoming)\b|\b(?:she|he|they|it|who) ages?\b|\baging\b/,
    'changes',
  ],
  [
    /\b(?:appear|emerge|arriv|enter|explod|erupt)(?:s|e|es|ing)?\b|\b(?:add|insert|spawn)(?:s|ing)?\b|\b(?!(?:light|sunlight|sun|rays?|beams?)\b)\w+ comes? (?:in|out|into|from)\b/,
    'appears',
  ],
  [
    /\b(?:walk|runn?|danc|jump|smil|laugh|cry|cri|blink|nod|hug|kiss|eat|drink|swim|fight|climb|clap|wink|yawn|crawl|gallop|march|twirl|stretch|stroll|jog|bark|meow|bow)(?:s|e|es|ing)?\b/,
    'acts',
  ],
  [/\b(?:wav(?:e|es|ing)) (?:at|to|hello|goodbye|her|his|their)\b|\b(?:fly|flies|flying|flap|flaps|flapping)\b/, 'acts'],
  [
    new RegExp(
      `\\b(?:turn|turns|turning|shake|shakes|raise|raises|lift|lifts|move|moves|moving|open|opens|opening|close|closes|closing) ${OWN} (?:\\w+ )?(?:head|eyes?|mouth|hands?|arms?|lips|face|wings?|tail|door|legs?)\\b`,
    ),
    'acts',
  ],
  [
    /\bturn(?:s|ing)? (?:at|up|down|around|back|away|to the camera)\b|\b(?:looks?|stands?|sits?|lies?) (?:up|down|around|back|away|to the camera)\b|\b(?:make|let|have) (?:\w+ ){1,3}?look\b/,
    'acts',
  ],
  [
    /\b(?:drive|drives|driving|ride|rides|riding|roll|rolls|rolling|flow|flows|flowing|crash|crashes|crashing|burn|burns|burning|flicker|flickers|flickering|grows?|growing)\b|\bflowers? (?:bloom|blooms|open|opens)\b/,
    'acts',
  ],
]
