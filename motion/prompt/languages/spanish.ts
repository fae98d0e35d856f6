import type { LanguageTerms } from './language-terms.ts'

export const SPANISH: LanguageTerms = {
  script: 'latin',
  isSpaced: true,
  words: {
    camera: 'cámara|toma|dron|encuadre',
    left: '(a|hacia) (la )?izquierda|izquierda',
    right: '(a|hacia) (la )?derecha|derecha',
    up: '(hacia )?arriba|al cielo',
    down: '(hacia )?abajo|al suelo',
  },
  terms: {
    'push-in':
      '$camera _ acerc*, acerc* _ $camera, acercamiento*, acércate*, acercarse*, $camera _ (avanz*|entra), avanz* hacia, avance (lento|suave|hacia)',
    'pull-out':
      '$camera _ (alej*|aleja|retrocede*|aparta*), alej* _ $camera, alejamiento*, aléjate*, alejarse*, retroced* _ $camera, retroceso*',
    'zoom-in':
      'zoom (hacia )?(adentro|dentro|adelante), zoom (de )?acercamiento, acerc* _ zoom, (haz|haga|hacer|haciendo|hace) zoom, zoom (lento|suave|rápido)',
    'zoom-out': 'zoom (hacia )?(afuera|fuera|atrás), zoom (de )?alejamiento, alej* _ zoom, zoom inverso',
    'dolly-in': 'travelling (de )?(avance|entrada), travelling (hacia )?adelante, dolly (hacia )?(adelante|adentro), travelling frontal',
    'dolly-out': 'travelling (de )?(retroceso|salida), travelling (hacia )?atrás, dolly (hacia )?(atrás|afuera)',
    'dolly-zoom': 'efecto vértigo, efecto (de )?vertigo, zoom compensado, travelling compensado, retrozoom',
    'pan-side':
      '(paneo*|panorámica*|barrido|panear|panea|paneando|panoramiza*) _ $side, pan (lento |suave )?$side, paneo $side, gir* _ $camera _ $side, $camera gir* _ $side',
    'pan-right': 'paneo*, panorámica (lenta|suave|horizontal), panea*',
    'tilt-height': '(inclina*|basculación|cabeceo|tilt|paneo|panorámica) _ $height, $camera _ (inclina*|mira) _ $height',
    'tilt-up': 'panorámica vertical, basculación, inclinación de (la )?$camera',
    'truck-side':
      '$camera _ (desplaza*|desliza*|mueve*|mover|va|viaja*) _ $side, (mueve|mover|desplaza*|desliza*) _ $camera _ $side, (travelling|desplazamiento) _ $side, travelling lateral $side',
    'crane-height': '$camera _ (sube|baja|mueve*|desplaza*) _ $height, (mueve|mover) _ $camera _ $height, (grúa|pedestal) _ $height',
    rise: '$camera _ (sube|subir|subiendo|asciende*|eleva*|ascendente), (sube|eleva) _ $camera, plano de grúa, toma de grúa, grúa ascendente',
    sink: '$camera _ (baja|bajar|bajando|desciende*|descendente), (baja|desciende) _ $camera, grúa descendente',
    'orbit-side': '(órbita*|orbitar|giro|arco|rodea*) _ $side, $camera (orbita*|rodea*|gira alrededor) _ $side',
    orbit:
      'órbita, órbitas, orbita, orbitan, orbitar, orbitando, $camera _ (gira*|rodea*|vueltas) (alrededor|en torno)*, $camera _ rodea*, gir* alrededor, giro (de )?360, paralaje',
    still:
      '$camera _ (fija|estática|inmóvil|quieta), (plano|encuadre) (fijo|estático), sin (ningún )?movimiento* de (la )?$camera, sin mover (la )?$camera, no mueva* (la )?$camera, $camera no se mueve*',
    rain: 'lluvia*, llueve*, lloviendo, llover, llovizna*, aguacero, chaparrón, gotas de lluvia',
    snow: 'nieve, nieva, nevando, nevar, copos, ventisca, nevasca',
    embers: 'brasas, ascuas, chispas, pavesas',
    fog: 'niebla, neblina, bruma, brumos*, humo, humareda, calima',
    'light-leaks': 'fugas de luz, destello* (de )?(lente|luz|sol), destello* solar*, destello de lente',
    grain: 'grano (de película|de cine|cinematográfico|fotográfico|fino|analógico), granulad*, con grano',
    bokeh: 'luces (desenfocadas|borrosas|flotantes|titilantes|parpadeantes), efecto bokeh, desenfoque de luces',
    confetti: 'confeti, papelitos de colores, serpentinas',
    petals:
      '(pétalos|flores) _ (caen|cayendo|caer|flotan|flotando|vuelan|volando), (caen|lluvia de|cayendo|vuelan|flotan) _ pétalos, pétalos al viento',
    vignette: 'viñeta, viñeteado, viñeteo, bordes oscuros',
    glow: 'brillo (suave|tenue|sutil), resplandor*, luz (resplandeciente|difusa), halo de luz',
    letterbox: '(barras|bandas|franjas) (negras|cinematográficas|de cine)',
    noir: 'blanco y negro, monocrom*, cine negro, estilo noir, en blanco y negro',
    sepia: 'tono* sepia, color* sepia, en sepia',
    vintage:
      '(estilo|aspecto|look|efecto|película|aire) (vintage|retro|antigu*|viej*|años), de época, cine antiguo, película antigua, estilo retro',
    golden:
      'hora dorada, (luz|tono*|brillo|atardecer|resplandor|tarde|mañana) dorad*, luz (de|del) (atardecer|ocaso), colores del atardecer',
    moonlight: 'luz de (la )?luna, claro de luna, noche americana, ambiente nocturno',
    neon: '(luz|luces|letreros|colores|estilo|iluminación) (de )?neón, luces neon, ciberpunk',
    'teal-orange': '(aspecto|look|estilo|color*|tono*|etalonaje|acabado) (cinematográfic*|de cine), azul y naranja, turquesa y naranja',
    dream: 'oníric*, de ensueño, de sueño, etére*, soñador*, como un sueño',
    warm: '(luz|luces|tono*|color*|ambiente|iluminación) (más |muy )?cálid*, más cálid*, calidez',
    cold: '(luz|tono*|color*|ambiente|iluminación) (más |muy )?(frí*|gélid*), azul frío, tonos azules fríos',
    faded: '(colores|tono*|color|aspecto) (más )?(desvaíd*|apagad*|desteñid*|deslavad*|descolorid*|desaturad*|lavad*)',
    bleach: '(aspecto|look|estilo) (crudo|áspero|sucio), alto contraste desaturado, blanqueo omitido',
    handheld:
      '$camera en mano, al hombro, estilo documental, (leve|ligero|suave|sutil|pequeño) (temblor|vibración|movimiento) de (la )?$camera, temblor* (leve*|ligero*|suave*|sutil*)',
    shake:
      'terremoto, (temblor*|sacudida*|vibración) (fuerte*|intens*|violent*|brusc*), (fuerte*|intens*|violent*) (temblor*|sacudida*), $camera (tiembla|temblando|se sacude), sacud* _ $camera, temblor de $camera, temblor de la $camera',
    'heat-haze': 'ola* de calor, calor ondulante, aire (caliente|tembloroso|ondulante), espejismo, bruma de calor, distorsión por calor',
    ripple: 'bajo el agua, submarino, submarina, submarinas, ondas en el agua, ondas de agua, ondulaci* del agua, agua ondulante',
    sway: 'viento, brisa, se mece*, meciéndose, balancea*, balanceo',
    verySlow: 'muy (lent*|despacio|suave), lentísim*, extremadamente lent*, super lent*, casi imperceptible*, apenas perceptible*',
    slow: 'lentamente, despacio, suavemente, gradualmente, poco a poco, con calma, paulatinamente, despacito, delicadamente, (zoom|movimiento|travelling|dolly|paneo|panorámica|acercamiento|alejamiento|giro|órbita|desplazamiento|avance|retroceso|$camera) (lent*|suave*|pausad*), (lent*|suave) (zoom|movimiento|travelling|paneo|panorámica|acercamiento|alejamiento|giro|órbita)',
    fast: 'rápidamente, velozmente, deprisa, a toda velocidad, bruscamente, rápido, de golpe, dramáticamente, (zoom|movimiento|travelling|paneo|acercamiento|giro) (veloz|dinámic*|enérgic*|dramátic*|rápid*), (rápid*|veloz) (zoom|movimiento|paneo|acercamiento|giro|travelling)',
    'focus-left': '(a|hacia|en|de) la (parte )?izquierda, al lado izquierdo, (inferior|superior) izquierd*',
    'focus-right': '(a|hacia|en|de) la (parte )?derecha, al lado derecho, (inferior|superior) derech*',
    'focus-top': '(en|hacia) la parte (superior|de arriba), hacia (el cielo|arriba), (esquina|lado) superior',
    'focus-bottom': '(en|hacia) la parte (inferior|de abajo), (en|hacia) (el )?primer plano, (esquina|lado) inferior',
    acts: 'camina*, caminando, corre, corren, correr, corriendo, baila*, bailando, salta*, saltando, sonríe*, sonreír, sonriendo, ríe, ríen, riendo, llora*, llorando, parpadea*, abraza*, abrazando, besa, besan, besando, se besan, comen, comiendo, bebe, bebiendo, nada en, nadando, vuela*, volando, saluda*, saludando, (gira|mueve|gire|mueva|levanta|levante|abre|abra|cierra|cierre) (su|la|sus|los|las|el) (cabeza|ojo*|mano*|brazo*|boca|cara|ala*|rostro), asiente, aplaude*, conduce, trepa, bosteza, ladra*, ladrando, el agua (fluye|corre), se levanta, se sienta, guiña*',
    speaks:
      'habla*, hablando, (él|ella|hombre|mujer|niño|niña|chico|chica|personaje) dice, dice (que|hola|algo|adiós), dicen, diciendo, canta, cantan, cantar, cantando, grita*, gritando, susurra*, susurrando, recita, recitan, recitando, conversan, conversando, sincroniz* de labios',
    sound: 'música, músicas, canción, sonido*, banda sonora, efectos de sonido, voz en off, narrador*, narración, melodía',
    appears:
      'aparece*, aparezca*, apareciendo, surgen, surge (un|una|de), emergen, emerge (un|una|de), explota*, explosión, añad* (un|una|unos|unas), agreg* (un|una|unos|unas), entra en escena, llega* volando',
    vanishes:
      'desaparece*, desaparezca*, desapareciendo, se desvanece*, (elimina|elimine|eliminar|borra|borre|borrar|quita|quite|quitar) (el|la|los|las|a), se esfuma*',
    changes:
      'se transform*, transforma en, transforma, transforman, transformar, transformarse, transformando, se convierte*, convierte*, convertir*, cambia* de, cambia, cambie, envejece*, se vuelve, mutan, mutando, metamorfosis',
    writing: 'texto*, título*, subtítulo*, letras, letrero que, rótulo*, marca de agua, leyenda, escrib*',
    'refused-before': 'sin, no, nada de, ni, nunca, jamás, nadie, evita*, evitar, ningún*, tampoco',
    'refused-after': '',
    but: 'pero, sino, aunque',
    nothing:
      '(un|el|los|unos|del|de|y|con) (pan|panes), pan (de|recién|con|casero), (impermeable|botas|paraguas) (de|para) lluvia, (leopardo|búho) de* nieve, de las nieves, blanco como la nieve, arcoíris, parabrisas, molino* de viento, instrumento* de viento, parque de viento, sin (hacer )?zoom, no (hagas|hagan|haga|usar|uses) zoom, nada de zoom, no obstante, no solo, nada más',
    mark: 'el, la, los, las, una, de, del, con, hacia, sobre, por, para, que, su, sus, se, al, en, es, está, mientras, un, y, lo, cámara',
  },
}
