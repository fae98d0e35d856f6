import type { LanguageTerms } from './language-terms.ts'

export const FRENCH: LanguageTerms = {
  script: 'latin',
  isSpaced: true,
  words: {
    camera: 'caméra|drone|cadre|prise de vue|objectif',
    left: '(vers|à|sur) (la )?gauche|gauche',
    right: '(vers|à|sur) (la )?droite|droite',
    up: '(vers )?le haut|le ciel|en haut',
    down: '(vers )?le bas|le sol|en bas',
  },
  terms: {
    'push-in':
      "$camera _ (s'approch*|s'avanc*|rapproch*|avance*|approch*), (approch*|rapproch*|avanc*) _ $camera, rapprochement, rapprochez-*, approchez-*, rapproche-*",
    'pull-out':
      "$camera _ (s'éloign*|recul*|éloign*), (éloign*|recul*) _ $camera, éloignement, recul (lent|doux|de), éloignez-*, prend du recul",
    'zoom-in':
      "zoom (vers l')?avant, zoom vers l'avant, zoom (lent|doux|rapide|progressif|serré), zoome* (sur|dans|vers|lentement|doucement|rapidement), zoomer, zoomez, un zoom sur, zoom sur",
    'zoom-out': "zoom (vers l')?arrière, zoom vers l'arrière, dézoom*, zoom inversé",
    'dolly-in': "travelling avant, travelling vers l'avant, dolly avant, dolly vers l'avant",
    'dolly-out': "travelling arrière, travelling vers l'arrière, dolly arrière, dolly vers l'arrière",
    'dolly-zoom': 'effet (vertigo|vertige), travelling compensé, zoom compensé, transtrav',
    'pan-side':
      '(panoramique|panoramiques|pano|balayage) _ $side, (tourne*|pivot*) _ $camera _ $side, $camera (tourne|pivote|panote) _ $side, pano $side',
    'pan-right': 'panoramique (horizontal|lent|doux), panoramique, balayage horizontal',
    'tilt-height': "(inclin*|tilt|panoramique|bascul*) _ $height, $camera _ (s'inclin*|inclin*|bascul*|regarde) _ $height",
    'tilt-up': 'panoramique vertical, inclinaison de la $camera, contre-plongée progressive',
    'truck-side':
      '$camera _ (gliss*|se déplac*|bouge*|va|part|déplac*) _ $side, (déplac*|glisse*|bouge*) _ $camera _ $side, travelling _ $side, travelling latéral $side',
    'crane-height': '$camera _ (se déplac*|bouge*) _ $height, (déplac*|bouge*) _ $camera _ $height, (grue|piédestal) _ $height',
    rise: "$camera _ (monte*|s'élèv*|élève*|remonte*), (montez|monte|élevez) _ $camera, (plan|mouvement) à la grue, plan de grue",
    sink: '$camera _ (descend*|redescend*|plonge*), (descends|descendez|baissez) _ $camera',
    'orbit-side': '(orbite|arc|rotation) _ $side, $camera (orbite|tourne autour|contourne|pivote autour) _ $side, tourn* autour _ $side',
    orbit:
      '$camera _ (orbite|contourn*|encercle*), orbite, orbites, orbitent, orbiter, tourn* autour, pivot* autour, $camera _ autour de, effet de parallaxe, parallaxe, rotation (à )?360',
    still:
      '$camera _ (fixe|statique|immobile), (plan|cadrage|cadre) (fixe|statique), sans (aucun )?mouvement* de (la )?$camera, sans bouger la $camera, $camera ne bouge pas, ne (bouge|bougez|bouger) pas la $camera, aucun mouvement de $camera, pas de mouvement de $camera',
    rain: 'pluie, pluies, pleut, pleuvoir, pleuve, bruine, averse*, déluge, gouttes de pluie',
    snow: 'neige, neiger, neigeant, flocons',
    embers: 'braises, étincelles, tisons, escarbilles',
    fog: 'brouillard, brume, brumeu*, fumée, fumées',
    'light-leaks': "fuite* de lumière, reflet* (d'objectif|de lentille), éclat* (d'objectif|de soleil|de lentille), halo solaire",
    grain: 'grain (de film|de pellicule|argentique|cinéma|fin|photographique), granuleu*, du grain, avec grain, pellicule granuleuse',
    bokeh: 'lumières (floues|flottantes|scintillantes|clignotantes), effet bokeh, flou lumineux',
    confetti: 'des confettis, confettis, cotillons, serpentins',
    petals:
      '(pétales|fleurs) _ (tombent|tombant|tomber|volent|flottent|flottant|volant|virevoltent), (tombent|pluie de|volent) _ pétales, chute de pétales, pétales au vent, pétales emportés',
    vignette: 'vignettage, effet vignette, bords (sombres|assombris), une vignette',
    glow: '(lueur|éclat|halo|rayonnement) (doux|douce|diffus*|subtil*), lueur, halo de lumière, lumière (diffuse|éclatante)',
    letterbox: '(bandes|barres) (noires|cinéma|cinématographiques)',
    noir: 'noir et blanc, en noir et blanc, image en noir',
    sepia: 'ton* sépia, teinte* sépia, couleur* sépia, en sépia, style sépia',
    vintage:
      "(style|aspect|look|effet|film|ambiance|rendu) (vintage|rétro|ancien*|vieilli*|d'époque|années), vieux film, film d'époque, à l'ancienne",
    golden:
      'heure dorée, (lumière|ton*|teinte*|lueur|soir|soirée|matin|soleil) doré*, lumière (du|de) (couchant|coucher), couleurs du (couchant|coucher)',
    moonlight: 'clair de lune, lumière de la lune, lumière lunaire, nuit américaine, ambiance nocturne',
    neon: '(lumière*|enseigne*|couleurs|style|éclairage|lueur) (au |aux |de )?(néon*), néons, ambiance néon, cyberpunk',
    'teal-orange':
      '(aspect|look|style|couleurs|tons|rendu|étalonnage|ambiance) (cinématographique*|cinéma|de cinéma), bleu et orange, turquoise et orange',
    dream: 'onirique*, de rêve, rêveu*, éthéré*, féerique*, comme un rêve',
    warm: '(lumière*|ton*|teinte*|couleur*|ambiance|éclairage) (plus |très )?chaud*, chaleureu*, plus chaud*',
    cold: '(lumière*|ton*|teinte*|couleur*|ambiance|éclairage) (plus |très )?(froid*|glacé*|glacial*), bleu froid',
    faded: '(couleur*|ton*|teinte*|aspect|rendu) (plus )?(délavé*|passé*|fané*|estompé*|désaturé*|pâli*)',
    bleach: '(aspect|look|style|rendu) (brut|rugueux|cru|sale), sans blanchiment',
    handheld:
      "$camera (à l'épaule|portée|à la main|au poing), à main levée, style documentaire, (léger*|légère|petit*|subtil*|doux) (tremblement*|vibration*|secousse*) (de la |de )?$camera, tremblement* (léger*|subtil*)",
    shake:
      'tremblement de terre, séisme, (tremblement*|secousse*) (fort*|violent*|intense*), (fort*|violent*|intense*) (tremblement*|secousse*), $camera (tremble|secoue|qui tremble), sec* la $camera, tremblement de la $camera, tremblement de $camera',
    'heat-haze': 'brume de chaleur, vague* de chaleur, air (chaud|vibrant|tremblant|qui ondule), ondulation* de chaleur',
    ripple: "sous l'eau, sous-marin*, ondulation* (de l'eau|sur l'eau|de l'étang), rides (sur|à la surface de) l'eau, l'eau ondule",
    sway: 'le vent, du vent, au vent, un vent, vent (fort|léger|doux), brise, se balanc*, balancent, ondule au',
    verySlow: 'très (lent*|doucement|doux), extrêmement lent*, ultra lent*, à peine (perceptible*|visible*), presque imperceptible*',
    slow: 'lentement, doucement, progressivement, graduellement, peu à peu, délicatement, calmement, en douceur, tout doucement, (zoom|mouvement|travelling|dolly|panoramique|rapprochement|éloignement|rotation|orbite|recul|plan) (avant |arrière )?(lent*|doux|douce*|calme), (lent*|doux|douce) (zoom|mouvement|travelling|panoramique|rapprochement|éloignement|rotation|orbite), au ralenti',
    fast: 'rapidement, vivement, à toute vitesse, brusquement, vite, dramatiquement, (zoom|mouvement|travelling|panoramique|rapprochement|rotation) (avant |arrière )?(rapide*|dynamique*|énergique*|dramatique*), (rapide*|brusque) (zoom|mouvement|travelling|panoramique|rotation)',
    'focus-left': '(à|sur|vers|de) (la )?gauche, sur le côté gauche, (en haut|en bas) à gauche, coin (supérieur|inférieur) gauche',
    'focus-right': '(à|sur|vers|de) (la )?droite, sur le côté droit, (en haut|en bas) à droite, coin (supérieur|inférieur) droit',
    'focus-top': '(en|vers le|dans le|sur le) haut, vers le ciel, partie supérieure',
    'focus-bottom': '(en|vers le|dans le|sur le) bas, au premier plan, partie inférieure',
    acts: "marche, marchent, marcher, marchant, court (sur|dans|vers|à|le|au), courent, courir, courant vers, danse, dansent, danser, dansant, saute, sautent, sauter, sautant, sourit, sourient, sourire, souriant, rit, rient, rire, pleure*, cligne*, s'embrass*, embrass*, enlac*, mange, mangent, manger, mangeant, boit, boivent, boire, nage, nagent, nager, nageant, volent, voler, vole (dans|au|vers), salue*, (tourne|tournent|tourner|bouge|lève|lèvent|secoue|ouvre|ouvrent|ferme|ferment) (la|le|les|sa|son|ses|leur*) (tête|yeux|main|mains|bras|bouche|visage|aile*), applaudi*, conduit, grimpe*, bâille*, aboie*, l'eau (coule|ruisselle), se lève, s'assoit, s'assied, hoche*",
    speaks:
      'parle, parlent, parler, parlant, dit, disent, disant, chante*, chantant, crie, crient, crier, criant, chuchote*, murmure*, récite*, discut*',
    sound:
      'musique*, chanson, son de, des sons, bande-son, bande sonore, effets sonores, bruitage*, voix off, narrateur, narration, mélodie',
    appears:
      'apparaî*, apparais*, surgit, surgissent, surgir, émergen*, explose*, explosion, ajout* (un|une|des), entre en scène, entre dans le cadre',
    vanishes: "disparaî*, disparais*, s'évanoui*, s'efface*, (supprime*|enlève*|enlever|efface*|retire*) (le|la|les|l'*)",
    changes: 'se transforme*, transforme*, devien*, change en, se change*, change de, vieilli*, se métamorphos*, métamorphose',
    writing: 'texte*, titre*, sous-titre*, légende*, lettres, inscription*, filigrane, écri*',
    'refused-before': "sans, pas de, pas d'*, ne, n'*, ni, aucun*, jamais, évite*, évitez, éviter",
    'refused-after': '',
    but: 'mais, cependant',
    nothing:
      '(imperméable|bottes|manteau) de pluie, parapluie*, panthère des neiges, blanc* comme neige, perce-neige, arc-en-ciel, moulin* à vent, instrument* à vent, rose des vents, court métrage, plan court, courts, sans (faire de )?zoom, pas de zoom, (chat|chien|cheval|manteau|costume|chapeau|oiseau|café|trou|ciel|fond|cygne|pull|sac|pantalon|cadre) noir, non seulement, pas seulement, sans doute',
    mark: "le, la, les, une, un, des, du, de, et, dans, sur, avec, vers, pour, qui, que, sa, son, ses, au, aux, en, est, l'*, d'*, se, pendant, caméra",
  },
}
