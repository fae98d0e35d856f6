import type { LanguageTerms } from './language-terms.ts'

export const PORTUGUESE: LanguageTerms = {
  script: 'latin',
  isSpaced: true,
  words: {
    camera: 'câmera|câmara|tomada|drone|enquadramento',
    left: '(para|à|a) (a )?esquerda|esquerda',
    right: '(para|à|a) (a )?direita|direita',
    up: '(para|pra) cima|ao céu|acima',
    down: '(para|pra) baixo|ao chão|abaixo',
  },
  terms: {
    'push-in':
      '$camera _ (aproxim*|chega perto|avança*|entra), aproxim* _ $camera, aproximação, aproximar*, aproxime*, avança* (em direção|até), chega* mais perto',
    'pull-out':
      '$camera _ (afast*|recua*|distancia*), afast* _ $camera, afastamento, afastar*, afaste-se, recua* _ $camera, recuo (lento|suave|da|de)',
    'zoom-in':
      'zoom (para )?(dentro|frente), zoom de aproximação, aproxim* _ zoom, (dê|dá|dar|dando|faça|fazer|faz) (um )?zoom, zoom (lento|suave|rápido)',
    'zoom-out': 'zoom (para )?(fora|trás), zoom de afastamento, afast* _ zoom, zoom inverso',
    'dolly-in': 'travelling (para )?(frente|dentro), travelling de (avanço|entrada), dolly (para )?(frente|dentro)',
    'dolly-out': 'travelling (para )?trás, travelling de (recuo|saída), dolly (para )?(trás|fora)',
    'dolly-zoom': 'efeito (vertigem|vertigo), zoom compensado, travelling compensado',
    'pan-side': '(panorâmica|pan|varredura) _ $side, pan $side, gir* _ $camera _ $side, $camera gira* _ $side',
    'pan-right': 'panorâmica (lenta|suave|horizontal), panorâmica',
    'tilt-height': '(inclin*|tilt|panorâmica) _ $height, $camera _ (inclina*|olha) _ $height',
    'tilt-up': 'panorâmica vertical, inclinação da $camera',
    'truck-side':
      '$camera _ (desliza*|desloca*|move*|mover|vai|viaja*) _ $side, (mova|mover|move|deslize|desliza|desloque) _ $camera _ $side, (travelling|deslocamento) _ $side',
    'crane-height': '$camera _ (move*|desloca*) _ $height, (mova|mover|move) _ $camera _ $height, (grua|pedestal) _ $height',
    rise: '$camera _ (sobe|subir|subindo|ascende|eleva*), (sobe|suba|eleve) _ $camera, (plano|tomada) de grua, grua ascendente',
    sink: '$camera _ (desce|descer|descendo|baixa|abaixa), (desce|desça|abaixe) _ $camera, grua descendente',
    'orbit-side': '(órbita*|orbitar|giro|arco) _ $side, $camera (orbita*|contorna*|rodeia|circula) _ $side',
    orbit:
      'órbita, órbitas, orbita, orbitam, orbitar, orbitando, $camera _ (gira*|volta*) (ao redor|em torno|em volta), $camera _ (contorna*|rodeia*|circula*), gir* (ao redor|em torno|em volta), giro (de )?360, paralaxe',
    still:
      '$camera _ (fixa|estática|parada|imóvel), (plano|enquadramento) (fixo|estático), sem (nenhum |qualquer )?(movimento*|mexer) (de |da |a )?$camera, sem mover a $camera, não (mova|mexa) a $camera, $camera não se m*',
    rain: 'chuva*, chove*, chovendo, chuvisco, garoa*, temporal, aguaceiro, gotas de chuva',
    snow: 'neve, neva, nevando, nevar, nevasca, flocos',
    embers: 'brasas, faíscas, fagulhas, centelhas',
    fog: 'névoa, neblina, nevoeiro, bruma, cerração, fumaça, fumo',
    'light-leaks': 'vazamento* de luz, reflexo* de lente, (brilho|clarão|flare) (de|da) lente, raios de sol na lente, fugas de luz',
    grain: '(grão|grãos|granulação|granulado*) (de filme|de película|de cinema|fino*|analógic*), granulad*, granulação, com grão',
    bokeh: 'luzes (desfocadas|borradas|flutuantes|cintilantes|piscando), efeito bokeh, desfoque de luzes',
    confetti: 'confete*, confetes, serpentinas, papel picado',
    petals:
      '(pétalas|flores) _ (caem|caindo|cair|flutuam|flutuando|voam|voando), (caem|chuva de|caindo|voam|flutuam) _ pétalas, pétalas ao vento',
    vignette: 'vinheta, vinhetas, bordas escuras, vinhetagem',
    glow: '(brilho|fulgor) (suave|tênue|sutil), luz (brilhante|difusa), halo de luz, resplendor',
    letterbox: '(barras|faixas|tarjas) (pretas|negras|cinematográficas|de cinema)',
    noir: 'preto e branco, monocrom*, filme noir, em preto e branco',
    sepia: 'tom sépia, tons sépia, cor* sépia, em sépia',
    vintage:
      '(estilo|aparência|visual|aspecto|efeito|filme|ar) (vintage|retrô|retro|antig*|velh*|anos), de época, filme antigo, cinema antigo',
    golden:
      'hora dourada, (luz|tom|tons|brilho|entardecer|tarde|manhã|sol) dourad*, luz do (entardecer|pôr do sol), cores do (entardecer|pôr do sol)',
    moonlight: 'luz da lua, luar, noite americana, clima noturno',
    neon: '(luz|luzes|letreiros|cores|estilo|iluminação) (de )?(neon|néon), ciberpunk',
    'teal-orange':
      '(visual|aparência|estilo|cor|cores|tom|tons|aspecto|acabamento) (cinematográfic*|cinemátic*|de cinema), azul e laranja, turquesa e laranja',
    dream: 'oníric*, de sonho, dos sonhos, sonhador*, etére*, como um sonho',
    warm: '(luz|luzes|tom|tons|cor|cores|ambiente|iluminação) (mais |muito )?(quente*|acolhedor*), mais quente*',
    cold: '(luz|luzes|tom|tons|cor|cores|ambiente|iluminação) (mais |muito )?(fri*|gelad*), azul frio, tons azuis frios',
    faded: '(cor|cores|tom|tons|visual|aspecto) (mais )?(desbotad*|apagad*|lavad*|esmaecid*|desaturad*)',
    bleach: '(visual|aparência|estilo|aspecto) (cru|áspero|sujo|bruto), alto contraste dessaturado',
    handheld:
      '$camera na mão, no ombro, estilo documentário, (leve|ligeir*|suave|sutil|pequen*) (tremor|tremida|vibração|balanço) (de|da) $camera, tremor leve',
    shake:
      'terremoto, (tremor|sacudida|vibração) (forte|intens*|violent*|brusc*), (forte|intens*|violent*) (tremor|tremida|sacudida), $camera (treme|tremendo|sacode), sacuda a $camera, tremor da $camera',
    'heat-haze': 'onda* de calor, ar (quente|trêmulo|tremulante), miragem, névoa de calor, distorção de calor',
    ripple:
      "debaixo d'água, embaixo d'água, debaixo da água, embaixo da água, subaquático, subaquática, submerso, submersa, ondulaç* (na|da|de) água, ondinhas na água, água ondulando",
    sway: 'vento, brisa, balança*, balançando, ao sabor do vento',
    verySlow: 'muito (lent*|devagar|suave*), lentíssim*, extremamente lent*, super lent*, bem devagar, quase imperceptível, devagarinho',
    slow: 'lentamente, devagar, suavemente, gradualmente, aos poucos, calmamente, delicadamente, (zoom|movimento|travelling|dolly|pan|panorâmica|aproximação|afastamento|giro|órbita|deslocamento|recuo|$camera) (lent*|suave*), (lent*|suave) (zoom|movimento|travelling|panorâmica|aproximação|giro|órbita)',
    fast: 'rapidamente, velozmente, depressa, bruscamente, rápido, dramaticamente, em alta velocidade, (zoom|movimento|travelling|panorâmica|aproximação|giro) (veloz|dinâmic*|enérgic*|dramátic*|rápid*)',
    'focus-left': '(à|na|da|para a) (parte )?esquerda, no lado esquerdo, (inferior|superior) esquerd*',
    'focus-right': '(à|na|da|para a) (parte )?direita, no lado direito, (inferior|superior) direit*',
    'focus-top': '(na|da|para a) parte (superior|de cima), para o (céu|alto), no (topo|alto)',
    'focus-bottom': '(na|da|para a) parte (inferior|de baixo), (no|para o) primeiro plano',
    acts: 'caminha*, caminhando, anda, andam, andando, corre, correm, correr, correndo, dança*, dançando, pula, pulam, pulando, salta*, saltando, sorri, sorriem, sorrir, sorrindo, ri, rindo, chora, choram, chorando, pisca*, piscando, abraça, abraçam, abraçando, beija*, beijando, comem, comendo, bebe, bebendo, nada no, nadando, voa, voam, voando, acena*, acenando, (vira|vire|mexe|mexa|move|levanta|levante|abre|abra|fecha|feche) (a|o|as|os|sua|seus) (cabeça|olho*|mão|mãos|braço*|boca|rosto|asa*), aplaude*, dirige, boceja*, latindo, a água (flui|corre), se levanta, levanta-se, se senta, senta-se',
    speaks:
      'fala, falam, falar, falando, diz, dizem, dizendo, canta, cantam, cantar, cantando, grita*, gritando, sussurra*, sussurrando, recita, recitam, recitando, conversa, conversam, conversando, sincroni* labial',
    sound: 'música, músicas, canção, som, sons, trilha sonora, efeitos sonoros, narração, narrador*, locução, melodia',
    appears:
      'aparece*, apareça*, aparecendo, surgem, surge um, surge uma, surgindo, emergem, emergindo, explodem, explodindo, explode um, explode uma, explosão, adicion* (um|uma|uns|umas), acrescent* (um|uma), entra em cena',
    vanishes:
      'desaparece*, desapareça*, desaparecendo, somem, sumir, some da cena, (remova|remover|apague|apagar|tire|tirar|elimine) (o|a|os|as)',
    changes:
      'se transform*, transforma, transformam, transformar, transformando, transforme, vira um, vira uma, viram, torna-se, se torna*, muda de, mudam, mude, envelhece*, metamorfose',
    writing: "texto*, título*, legenda*, letras, letreiro que, marca d'água, escrev*, escrito",
    'refused-before': 'sem, não, nada de, nem, nunca, jamais, ninguém, evite*, evitar, nenhum*, tampouco',
    'refused-after': '',
    but: 'mas, porém, embora',
    nothing:
      '(capa|galochas|botas|guarda) (de|para) chuva, guarda-chuva*, leopardo-das-neves, leopardo das neves, branc* como a neve, arco-íris, moinho* de vento, instrumento* de vento, parque eólico, sem (fazer |dar )?zoom, não (dê|faça|use) (um )?zoom, não só, não apenas, nada mais',
    mark: 'os, um, uma, da, dos, das, na, nos, nas, de, em, com, para, que, seu, sua, pelo, pela, ao, está, enquanto, sobre, câmera',
  },
}
