// Generated from the Rust types of enmusubi-core. Do not edit.
export const draftSchemaVersion = 1;
export const fieldRules = [
  {
    "field": "account",
    "required": true,
    "visibility": "reviewers",
    "measure": "choice"
  },
  {
    "field": "password",
    "required": true,
    "visibility": "reviewers",
    "measure": "choice"
  },
  {
    "field": "nickname",
    "required": true,
    "visibility": "shown",
    "measure": "characters",
    "min": 1,
    "max": 20
  },
  {
    "field": "name",
    "required": true,
    "visibility": "reviewers",
    "measure": "characters",
    "min": 1,
    "max": 50
  },
  {
    "field": "gender",
    "required": true,
    "visibility": "matching",
    "measure": "choice"
  },
  {
    "field": "matchGender",
    "required": true,
    "visibility": "matching",
    "measure": "choice"
  },
  {
    "field": "occupationType",
    "required": true,
    "visibility": "shown",
    "measure": "choice"
  },
  {
    "field": "occupation",
    "required": true,
    "visibility": "reviewers",
    "measure": "characters",
    "min": 1,
    "max": 50
  },
  {
    "field": "achievement",
    "required": false,
    "visibility": "shown",
    "measure": "characters",
    "min": 0,
    "max": 200
  },
  {
    "field": "height",
    "required": true,
    "visibility": "matching",
    "measure": "value",
    "min": 120,
    "max": 230
  },
  {
    "field": "incomeRange",
    "required": true,
    "visibility": "matching",
    "measure": "choice"
  },
  {
    "field": "birthday",
    "required": true,
    "visibility": "derived",
    "measure": "years",
    "min": 18,
    "max": 99
  },
  {
    "field": "school",
    "required": false,
    "visibility": "reviewers",
    "measure": "characters",
    "min": 0,
    "max": 100
  },
  {
    "field": "education",
    "required": true,
    "visibility": "shown",
    "measure": "choice"
  },
  {
    "field": "marriageRecord",
    "required": true,
    "visibility": "matching",
    "measure": "choice"
  },
  {
    "field": "hasChildren",
    "required": true,
    "visibility": "matching",
    "measure": "choice"
  },
  {
    "field": "smoke",
    "required": true,
    "visibility": "matching",
    "measure": "choice"
  },
  {
    "field": "tattoo",
    "required": true,
    "visibility": "matching",
    "measure": "choice"
  },
  {
    "field": "drink",
    "required": true,
    "visibility": "matching",
    "measure": "choice"
  },
  {
    "field": "aboutMe",
    "required": true,
    "visibility": "shown",
    "measure": "characters",
    "min": 10,
    "max": 1000
  },
  {
    "field": "personalityTagIds",
    "required": false,
    "visibility": "shown",
    "measure": "items",
    "min": 0,
    "max": 10
  },
  {
    "field": "exerciseTagIds",
    "required": false,
    "visibility": "shown",
    "measure": "items",
    "min": 0,
    "max": 10
  },
  {
    "field": "hobbyTagIds",
    "required": false,
    "visibility": "shown",
    "measure": "items",
    "min": 0,
    "max": 10
  },
  {
    "field": "marriageTypeTagIds",
    "required": false,
    "visibility": "shown",
    "measure": "items",
    "min": 0,
    "max": 10
  },
  {
    "field": "fertilityPlanTagIds",
    "required": true,
    "visibility": "shown",
    "measure": "items",
    "min": 1,
    "max": 1
  },
  {
    "field": "petTagIds",
    "required": false,
    "visibility": "shown",
    "measure": "items",
    "min": 0,
    "max": 10
  },
  {
    "field": "datingQuestion",
    "required": false,
    "visibility": "shown",
    "measure": "characters",
    "min": 0,
    "max": 500
  },
  {
    "field": "dailyLife",
    "required": false,
    "visibility": "shown",
    "measure": "characters",
    "min": 0,
    "max": 500
  },
  {
    "field": "surprisePoint",
    "required": false,
    "visibility": "shown",
    "measure": "characters",
    "min": 0,
    "max": 500
  },
  {
    "field": "city",
    "required": true,
    "visibility": "shown",
    "measure": "choice"
  },
  {
    "field": "address",
    "required": false,
    "visibility": "reviewers",
    "measure": "characters",
    "min": 0,
    "max": 200
  },
  {
    "field": "latitude",
    "required": false,
    "visibility": "derived",
    "measure": "value",
    "min": -90,
    "max": 90
  },
  {
    "field": "longitude",
    "required": false,
    "visibility": "derived",
    "measure": "value",
    "min": -180,
    "max": 180
  },
  {
    "field": "recommendDistanceKm",
    "required": false,
    "visibility": "matching",
    "measure": "value",
    "min": 10,
    "max": 500
  },
  {
    "field": "feedback",
    "required": false,
    "visibility": "reviewers",
    "measure": "characters",
    "min": 0,
    "max": 500
  },
  {
    "field": "mbti",
    "required": false,
    "visibility": "shown",
    "measure": "choice"
  },
  {
    "field": "verifyMethod",
    "required": true,
    "visibility": "reviewers",
    "measure": "choice"
  },
  {
    "field": "employerId",
    "required": false,
    "visibility": "derived",
    "measure": "choice"
  },
  {
    "field": "reviewLink",
    "required": false,
    "visibility": "reviewers",
    "measure": "characters",
    "min": 0,
    "max": 500
  },
  {
    "field": "verifyTempFileName",
    "required": false,
    "visibility": "reviewers",
    "measure": "choice"
  },
  {
    "field": "verifyDescription",
    "required": false,
    "visibility": "reviewers",
    "measure": "characters",
    "min": 0,
    "max": 500
  },
  {
    "field": "ageProofFileName",
    "required": false,
    "visibility": "reviewers",
    "measure": "choice"
  },
  {
    "field": "photoNameList",
    "required": true,
    "visibility": "shown",
    "measure": "items",
    "min": 1,
    "max": 6
  },
  {
    "field": "valueItem",
    "required": false,
    "visibility": "matching",
    "measure": "items",
    "min": 0,
    "max": 9
  }
];
export const textFields = [
  "achievement",
  "aboutMe",
  "personalityTagIds",
  "exerciseTagIds",
  "hobbyTagIds",
  "marriageTypeTagIds",
  "fertilityPlanTagIds",
  "petTagIds",
  "datingQuestion",
  "dailyLife",
  "surprisePoint",
  "mbti"
];
export const reviewedFields = [
  "nickname",
  "name",
  "gender",
  "occupationType",
  "occupation",
  "height",
  "incomeRange",
  "birthday",
  "school",
  "education",
  "marriageRecord",
  "hasChildren",
  "smoke",
  "tattoo",
  "drink",
  "city",
  "address",
  "feedback",
  "verifyMethod",
  "employerId",
  "reviewLink",
  "verifyTempFileName",
  "verifyDescription",
  "ageProofFileName",
  "photoNameList"
];
export const vocabulary = {
  "gender": [
    "MALE",
    "FEMALE",
    "NON_BINARY"
  ],
  "matchGender": [
    "MALE",
    "FEMALE",
    "NON_BINARY",
    "ANY"
  ],
  "occupationType": [
    "ENGINEERING",
    "DATA",
    "PRODUCT",
    "DESIGN",
    "HARDWARE",
    "MANUFACTURING",
    "RESEARCH",
    "SALES_MARKETING",
    "FINANCE",
    "PEOPLE_ADMIN",
    "LEGAL",
    "MANAGEMENT",
    "OTHER"
  ],
  "incomeRange": [
    "UNDER_50",
    "FROM_50_TO_100",
    "FROM_100_TO_150",
    "FROM_150_TO_200",
    "FROM_200_TO_300",
    "FROM_300_TO_500",
    "OVER_500",
    "UNDISCLOSED"
  ],
  "education": [
    "HIGH_SCHOOL",
    "ASSOCIATE",
    "BACHELOR",
    "MASTER",
    "DOCTORATE"
  ],
  "verifyMethod": [
    "WORK_EMAIL",
    "DOCUMENT",
    "LINK"
  ],
  "mbti": [
    "INTJ",
    "INTP",
    "ENTJ",
    "ENTP",
    "INFJ",
    "INFP",
    "ENFJ",
    "ENFP",
    "ISTJ",
    "ISFJ",
    "ESTJ",
    "ESFJ",
    "ISTP",
    "ISFP",
    "ESTP",
    "ESFP"
  ],
  "conditionType": [
    "HEIGHT",
    "AGE",
    "INCOME",
    "EDUCATION",
    "MARRIAGE_RECORD",
    "HAS_CHILDREN",
    "SMOKE",
    "TATTOO",
    "DRINK"
  ]
};
export const catalogue = {
  "tagGroups": [
    {
      "group": "personality",
      "field": "personalityTagIds",
      "tags": [
        {
          "id": 101,
          "key": "outgoing"
        },
        {
          "id": 102,
          "key": "calm"
        },
        {
          "id": 103,
          "key": "humorous"
        },
        {
          "id": 104,
          "key": "thoughtful"
        },
        {
          "id": 105,
          "key": "adventurous"
        },
        {
          "id": 106,
          "key": "homebody"
        },
        {
          "id": 107,
          "key": "ambitious"
        },
        {
          "id": 108,
          "key": "easygoing"
        },
        {
          "id": 109,
          "key": "caring"
        },
        {
          "id": 110,
          "key": "rational"
        },
        {
          "id": 111,
          "key": "romantic"
        },
        {
          "id": 112,
          "key": "independent"
        },
        {
          "id": 113,
          "key": "curious"
        },
        {
          "id": 114,
          "key": "organised"
        },
        {
          "id": 115,
          "key": "spontaneous"
        },
        {
          "id": 116,
          "key": "shy"
        },
        {
          "id": 117,
          "key": "optimistic"
        },
        {
          "id": 118,
          "key": "straightforward"
        },
        {
          "id": 119,
          "key": "patient"
        },
        {
          "id": 120,
          "key": "creative"
        }
      ]
    },
    {
      "group": "exercise",
      "field": "exerciseTagIds",
      "tags": [
        {
          "id": 201,
          "key": "running"
        },
        {
          "id": 202,
          "key": "gym"
        },
        {
          "id": 203,
          "key": "yoga"
        },
        {
          "id": 204,
          "key": "swimming"
        },
        {
          "id": 205,
          "key": "cycling"
        },
        {
          "id": 206,
          "key": "hiking"
        },
        {
          "id": 207,
          "key": "climbing"
        },
        {
          "id": 208,
          "key": "badminton"
        },
        {
          "id": 209,
          "key": "tennis"
        },
        {
          "id": 210,
          "key": "basketball"
        },
        {
          "id": 211,
          "key": "baseball"
        },
        {
          "id": 212,
          "key": "football"
        },
        {
          "id": 213,
          "key": "volleyball"
        },
        {
          "id": 214,
          "key": "table_tennis"
        },
        {
          "id": 215,
          "key": "golf"
        },
        {
          "id": 216,
          "key": "dance"
        },
        {
          "id": 217,
          "key": "martial_arts"
        },
        {
          "id": 218,
          "key": "surfing"
        },
        {
          "id": 219,
          "key": "skiing"
        },
        {
          "id": 220,
          "key": "rarely"
        }
      ]
    },
    {
      "group": "hobby",
      "field": "hobbyTagIds",
      "tags": [
        {
          "id": 301,
          "key": "travel"
        },
        {
          "id": 302,
          "key": "cooking"
        },
        {
          "id": 303,
          "key": "baking"
        },
        {
          "id": 304,
          "key": "coffee"
        },
        {
          "id": 305,
          "key": "wine"
        },
        {
          "id": 306,
          "key": "films"
        },
        {
          "id": 307,
          "key": "series"
        },
        {
          "id": 308,
          "key": "anime"
        },
        {
          "id": 309,
          "key": "games"
        },
        {
          "id": 310,
          "key": "board_games"
        },
        {
          "id": 311,
          "key": "reading"
        },
        {
          "id": 312,
          "key": "writing"
        },
        {
          "id": 313,
          "key": "music"
        },
        {
          "id": 314,
          "key": "concerts"
        },
        {
          "id": 315,
          "key": "instruments"
        },
        {
          "id": 316,
          "key": "photography"
        },
        {
          "id": 317,
          "key": "painting"
        },
        {
          "id": 318,
          "key": "crafts"
        },
        {
          "id": 319,
          "key": "gardening"
        },
        {
          "id": 320,
          "key": "museums"
        },
        {
          "id": 321,
          "key": "camping"
        },
        {
          "id": 322,
          "key": "cars"
        },
        {
          "id": 323,
          "key": "investing"
        },
        {
          "id": 324,
          "key": "languages"
        },
        {
          "id": 325,
          "key": "volunteering"
        },
        {
          "id": 326,
          "key": "technology"
        },
        {
          "id": 327,
          "key": "podcasts"
        },
        {
          "id": 328,
          "key": "karaoke"
        },
        {
          "id": 329,
          "key": "theatre"
        },
        {
          "id": 330,
          "key": "fashion"
        }
      ]
    },
    {
      "group": "marriageType",
      "field": "marriageTypeTagIds",
      "tags": [
        {
          "id": 401,
          "key": "marry_soon"
        },
        {
          "id": 402,
          "key": "marry_when_right"
        },
        {
          "id": 403,
          "key": "living_together_first"
        },
        {
          "id": 404,
          "key": "long_term_without_marriage"
        },
        {
          "id": 405,
          "key": "civil_ceremony"
        },
        {
          "id": 406,
          "key": "traditional_ceremony"
        },
        {
          "id": 407,
          "key": "own_home_first"
        },
        {
          "id": 408,
          "key": "two_careers"
        },
        {
          "id": 409,
          "key": "shared_finances"
        },
        {
          "id": 410,
          "key": "separate_finances"
        }
      ]
    },
    {
      "group": "fertilityPlan",
      "field": "fertilityPlanTagIds",
      "tags": [
        {
          "id": 501,
          "key": "wants_children"
        },
        {
          "id": 502,
          "key": "open_to_children"
        },
        {
          "id": 503,
          "key": "no_children"
        },
        {
          "id": 504,
          "key": "has_children_enough"
        },
        {
          "id": 505,
          "key": "adoption"
        },
        {
          "id": 506,
          "key": "undecided"
        }
      ]
    },
    {
      "group": "pet",
      "field": "petTagIds",
      "tags": [
        {
          "id": 601,
          "key": "dog"
        },
        {
          "id": 602,
          "key": "cat"
        },
        {
          "id": 603,
          "key": "bird"
        },
        {
          "id": 604,
          "key": "fish"
        },
        {
          "id": 605,
          "key": "rabbit"
        },
        {
          "id": 606,
          "key": "hamster"
        },
        {
          "id": 607,
          "key": "reptile"
        },
        {
          "id": 608,
          "key": "none_but_likes"
        },
        {
          "id": 609,
          "key": "allergic"
        },
        {
          "id": 610,
          "key": "prefers_none"
        }
      ]
    }
  ],
  "cities": [
    {
      "code": "TW-TPE",
      "country": "TW",
      "en": "Taipei City",
      "local": "臺北市",
      "japanese": "台北市",
      "latitude": 25.04,
      "longitude": 121.56
    },
    {
      "code": "TW-NWT",
      "country": "TW",
      "en": "New Taipei City",
      "local": "新北市",
      "japanese": "新北市",
      "latitude": 25.01,
      "longitude": 121.46
    },
    {
      "code": "TW-KEE",
      "country": "TW",
      "en": "Keelung City",
      "local": "基隆市",
      "japanese": "基隆市",
      "latitude": 25.13,
      "longitude": 121.74
    },
    {
      "code": "TW-TAO",
      "country": "TW",
      "en": "Taoyuan City",
      "local": "桃園市",
      "japanese": "桃園市",
      "latitude": 24.99,
      "longitude": 121.3
    },
    {
      "code": "TW-HSZ",
      "country": "TW",
      "en": "Hsinchu City",
      "local": "新竹市",
      "japanese": "新竹市",
      "latitude": 24.81,
      "longitude": 120.97
    },
    {
      "code": "TW-HSQ",
      "country": "TW",
      "en": "Hsinchu County",
      "local": "新竹縣",
      "japanese": "新竹県",
      "latitude": 24.83,
      "longitude": 121.01
    },
    {
      "code": "TW-MIA",
      "country": "TW",
      "en": "Miaoli County",
      "local": "苗栗縣",
      "japanese": "苗栗県",
      "latitude": 24.56,
      "longitude": 120.82
    },
    {
      "code": "TW-TXG",
      "country": "TW",
      "en": "Taichung City",
      "local": "臺中市",
      "japanese": "台中市",
      "latitude": 24.16,
      "longitude": 120.65
    },
    {
      "code": "TW-CHA",
      "country": "TW",
      "en": "Changhua County",
      "local": "彰化縣",
      "japanese": "彰化県",
      "latitude": 24.08,
      "longitude": 120.54
    },
    {
      "code": "TW-NAN",
      "country": "TW",
      "en": "Nantou County",
      "local": "南投縣",
      "japanese": "南投県",
      "latitude": 23.9,
      "longitude": 120.69
    },
    {
      "code": "TW-YUN",
      "country": "TW",
      "en": "Yunlin County",
      "local": "雲林縣",
      "japanese": "雲林県",
      "latitude": 23.71,
      "longitude": 120.54
    },
    {
      "code": "TW-CYI",
      "country": "TW",
      "en": "Chiayi City",
      "local": "嘉義市",
      "japanese": "嘉義市",
      "latitude": 23.48,
      "longitude": 120.45
    },
    {
      "code": "TW-CYQ",
      "country": "TW",
      "en": "Chiayi County",
      "local": "嘉義縣",
      "japanese": "嘉義県",
      "latitude": 23.46,
      "longitude": 120.29
    },
    {
      "code": "TW-TNN",
      "country": "TW",
      "en": "Tainan City",
      "local": "臺南市",
      "japanese": "台南市",
      "latitude": 22.99,
      "longitude": 120.2
    },
    {
      "code": "TW-KHH",
      "country": "TW",
      "en": "Kaohsiung City",
      "local": "高雄市",
      "japanese": "高雄市",
      "latitude": 22.63,
      "longitude": 120.3
    },
    {
      "code": "TW-PIF",
      "country": "TW",
      "en": "Pingtung County",
      "local": "屏東縣",
      "japanese": "屏東県",
      "latitude": 22.68,
      "longitude": 120.49
    },
    {
      "code": "TW-ILA",
      "country": "TW",
      "en": "Yilan County",
      "local": "宜蘭縣",
      "japanese": "宜蘭県",
      "latitude": 24.76,
      "longitude": 121.75
    },
    {
      "code": "TW-HUA",
      "country": "TW",
      "en": "Hualien County",
      "local": "花蓮縣",
      "japanese": "花蓮県",
      "latitude": 23.99,
      "longitude": 121.6
    },
    {
      "code": "TW-TTT",
      "country": "TW",
      "en": "Taitung County",
      "local": "臺東縣",
      "japanese": "台東県",
      "latitude": 22.76,
      "longitude": 121.14
    },
    {
      "code": "TW-PEN",
      "country": "TW",
      "en": "Penghu County",
      "local": "澎湖縣",
      "japanese": "澎湖県",
      "latitude": 23.57,
      "longitude": 119.58
    },
    {
      "code": "TW-KIN",
      "country": "TW",
      "en": "Kinmen County",
      "local": "金門縣",
      "japanese": "金門県",
      "latitude": 24.43,
      "longitude": 118.32
    },
    {
      "code": "TW-LIE",
      "country": "TW",
      "en": "Lienchiang County",
      "local": "連江縣",
      "japanese": "連江県",
      "latitude": 26.16,
      "longitude": 119.95
    },
    {
      "code": "JP-01",
      "country": "JP",
      "en": "Hokkaido",
      "local": "北海道",
      "japanese": "北海道",
      "latitude": 43.06,
      "longitude": 141.35
    },
    {
      "code": "JP-02",
      "country": "JP",
      "en": "Aomori",
      "local": "青森県",
      "japanese": "青森県",
      "latitude": 40.82,
      "longitude": 140.74
    },
    {
      "code": "JP-03",
      "country": "JP",
      "en": "Iwate",
      "local": "岩手県",
      "japanese": "岩手県",
      "latitude": 39.7,
      "longitude": 141.15
    },
    {
      "code": "JP-04",
      "country": "JP",
      "en": "Miyagi",
      "local": "宮城県",
      "japanese": "宮城県",
      "latitude": 38.27,
      "longitude": 140.87
    },
    {
      "code": "JP-05",
      "country": "JP",
      "en": "Akita",
      "local": "秋田県",
      "japanese": "秋田県",
      "latitude": 39.72,
      "longitude": 140.1
    },
    {
      "code": "JP-06",
      "country": "JP",
      "en": "Yamagata",
      "local": "山形県",
      "japanese": "山形県",
      "latitude": 38.24,
      "longitude": 140.36
    },
    {
      "code": "JP-07",
      "country": "JP",
      "en": "Fukushima",
      "local": "福島県",
      "japanese": "福島県",
      "latitude": 37.75,
      "longitude": 140.47
    },
    {
      "code": "JP-08",
      "country": "JP",
      "en": "Ibaraki",
      "local": "茨城県",
      "japanese": "茨城県",
      "latitude": 36.34,
      "longitude": 140.45
    },
    {
      "code": "JP-09",
      "country": "JP",
      "en": "Tochigi",
      "local": "栃木県",
      "japanese": "栃木県",
      "latitude": 36.57,
      "longitude": 139.88
    },
    {
      "code": "JP-10",
      "country": "JP",
      "en": "Gunma",
      "local": "群馬県",
      "japanese": "群馬県",
      "latitude": 36.39,
      "longitude": 139.06
    },
    {
      "code": "JP-11",
      "country": "JP",
      "en": "Saitama",
      "local": "埼玉県",
      "japanese": "埼玉県",
      "latitude": 35.86,
      "longitude": 139.65
    },
    {
      "code": "JP-12",
      "country": "JP",
      "en": "Chiba",
      "local": "千葉県",
      "japanese": "千葉県",
      "latitude": 35.6,
      "longitude": 140.12
    },
    {
      "code": "JP-13",
      "country": "JP",
      "en": "Tokyo",
      "local": "東京都",
      "japanese": "東京都",
      "latitude": 35.69,
      "longitude": 139.69
    },
    {
      "code": "JP-14",
      "country": "JP",
      "en": "Kanagawa",
      "local": "神奈川県",
      "japanese": "神奈川県",
      "latitude": 35.45,
      "longitude": 139.64
    },
    {
      "code": "JP-15",
      "country": "JP",
      "en": "Niigata",
      "local": "新潟県",
      "japanese": "新潟県",
      "latitude": 37.9,
      "longitude": 139.02
    },
    {
      "code": "JP-16",
      "country": "JP",
      "en": "Toyama",
      "local": "富山県",
      "japanese": "富山県",
      "latitude": 36.7,
      "longitude": 137.21
    },
    {
      "code": "JP-17",
      "country": "JP",
      "en": "Ishikawa",
      "local": "石川県",
      "japanese": "石川県",
      "latitude": 36.59,
      "longitude": 136.63
    },
    {
      "code": "JP-18",
      "country": "JP",
      "en": "Fukui",
      "local": "福井県",
      "japanese": "福井県",
      "latitude": 36.07,
      "longitude": 136.22
    },
    {
      "code": "JP-19",
      "country": "JP",
      "en": "Yamanashi",
      "local": "山梨県",
      "japanese": "山梨県",
      "latitude": 35.66,
      "longitude": 138.57
    },
    {
      "code": "JP-20",
      "country": "JP",
      "en": "Nagano",
      "local": "長野県",
      "japanese": "長野県",
      "latitude": 36.65,
      "longitude": 138.18
    },
    {
      "code": "JP-21",
      "country": "JP",
      "en": "Gifu",
      "local": "岐阜県",
      "japanese": "岐阜県",
      "latitude": 35.39,
      "longitude": 136.72
    },
    {
      "code": "JP-22",
      "country": "JP",
      "en": "Shizuoka",
      "local": "静岡県",
      "japanese": "静岡県",
      "latitude": 34.98,
      "longitude": 138.38
    },
    {
      "code": "JP-23",
      "country": "JP",
      "en": "Aichi",
      "local": "愛知県",
      "japanese": "愛知県",
      "latitude": 35.18,
      "longitude": 136.91
    },
    {
      "code": "JP-24",
      "country": "JP",
      "en": "Mie",
      "local": "三重県",
      "japanese": "三重県",
      "latitude": 34.73,
      "longitude": 136.51
    },
    {
      "code": "JP-25",
      "country": "JP",
      "en": "Shiga",
      "local": "滋賀県",
      "japanese": "滋賀県",
      "latitude": 35.0,
      "longitude": 135.87
    },
    {
      "code": "JP-26",
      "country": "JP",
      "en": "Kyoto",
      "local": "京都府",
      "japanese": "京都府",
      "latitude": 35.02,
      "longitude": 135.76
    },
    {
      "code": "JP-27",
      "country": "JP",
      "en": "Osaka",
      "local": "大阪府",
      "japanese": "大阪府",
      "latitude": 34.69,
      "longitude": 135.52
    },
    {
      "code": "JP-28",
      "country": "JP",
      "en": "Hyogo",
      "local": "兵庫県",
      "japanese": "兵庫県",
      "latitude": 34.69,
      "longitude": 135.18
    },
    {
      "code": "JP-29",
      "country": "JP",
      "en": "Nara",
      "local": "奈良県",
      "japanese": "奈良県",
      "latitude": 34.69,
      "longitude": 135.83
    },
    {
      "code": "JP-30",
      "country": "JP",
      "en": "Wakayama",
      "local": "和歌山県",
      "japanese": "和歌山県",
      "latitude": 34.23,
      "longitude": 135.17
    },
    {
      "code": "JP-31",
      "country": "JP",
      "en": "Tottori",
      "local": "鳥取県",
      "japanese": "鳥取県",
      "latitude": 35.5,
      "longitude": 134.24
    },
    {
      "code": "JP-32",
      "country": "JP",
      "en": "Shimane",
      "local": "島根県",
      "japanese": "島根県",
      "latitude": 35.47,
      "longitude": 133.05
    },
    {
      "code": "JP-33",
      "country": "JP",
      "en": "Okayama",
      "local": "岡山県",
      "japanese": "岡山県",
      "latitude": 34.66,
      "longitude": 133.93
    },
    {
      "code": "JP-34",
      "country": "JP",
      "en": "Hiroshima",
      "local": "広島県",
      "japanese": "広島県",
      "latitude": 34.4,
      "longitude": 132.46
    },
    {
      "code": "JP-35",
      "country": "JP",
      "en": "Yamaguchi",
      "local": "山口県",
      "japanese": "山口県",
      "latitude": 34.19,
      "longitude": 131.47
    },
    {
      "code": "JP-36",
      "country": "JP",
      "en": "Tokushima",
      "local": "徳島県",
      "japanese": "徳島県",
      "latitude": 34.07,
      "longitude": 134.56
    },
    {
      "code": "JP-37",
      "country": "JP",
      "en": "Kagawa",
      "local": "香川県",
      "japanese": "香川県",
      "latitude": 34.34,
      "longitude": 134.04
    },
    {
      "code": "JP-38",
      "country": "JP",
      "en": "Ehime",
      "local": "愛媛県",
      "japanese": "愛媛県",
      "latitude": 33.84,
      "longitude": 132.77
    },
    {
      "code": "JP-39",
      "country": "JP",
      "en": "Kochi",
      "local": "高知県",
      "japanese": "高知県",
      "latitude": 33.56,
      "longitude": 133.53
    },
    {
      "code": "JP-40",
      "country": "JP",
      "en": "Fukuoka",
      "local": "福岡県",
      "japanese": "福岡県",
      "latitude": 33.61,
      "longitude": 130.42
    },
    {
      "code": "JP-41",
      "country": "JP",
      "en": "Saga",
      "local": "佐賀県",
      "japanese": "佐賀県",
      "latitude": 33.25,
      "longitude": 130.3
    },
    {
      "code": "JP-42",
      "country": "JP",
      "en": "Nagasaki",
      "local": "長崎県",
      "japanese": "長崎県",
      "latitude": 32.74,
      "longitude": 129.87
    },
    {
      "code": "JP-43",
      "country": "JP",
      "en": "Kumamoto",
      "local": "熊本県",
      "japanese": "熊本県",
      "latitude": 32.79,
      "longitude": 130.74
    },
    {
      "code": "JP-44",
      "country": "JP",
      "en": "Oita",
      "local": "大分県",
      "japanese": "大分県",
      "latitude": 33.24,
      "longitude": 131.61
    },
    {
      "code": "JP-45",
      "country": "JP",
      "en": "Miyazaki",
      "local": "宮崎県",
      "japanese": "宮崎県",
      "latitude": 31.91,
      "longitude": 131.42
    },
    {
      "code": "JP-46",
      "country": "JP",
      "en": "Kagoshima",
      "local": "鹿児島県",
      "japanese": "鹿児島県",
      "latitude": 31.56,
      "longitude": 130.56
    },
    {
      "code": "JP-47",
      "country": "JP",
      "en": "Okinawa",
      "local": "沖縄県",
      "japanese": "沖縄県",
      "latitude": 26.21,
      "longitude": 127.68
    }
  ]
};
export const employers = [
  {
    "id": "google",
    "name": "Google",
    "domains": [
      "google.com"
    ],
    "icon": "simple-icons:google"
  },
  {
    "id": "apple",
    "name": "Apple",
    "domains": [
      "apple.com"
    ],
    "icon": "simple-icons:apple"
  },
  {
    "id": "meta",
    "name": "Meta",
    "domains": [
      "meta.com",
      "fb.com"
    ],
    "icon": "simple-icons:meta"
  },
  {
    "id": "microsoft",
    "name": "Microsoft",
    "domains": [
      "microsoft.com"
    ],
    "icon": "logos:microsoft-icon"
  },
  {
    "id": "amazon",
    "name": "Amazon",
    "domains": [
      "amazon.com",
      "amazon.co.jp"
    ],
    "icon": "logos:aws"
  },
  {
    "id": "netflix",
    "name": "Netflix",
    "domains": [
      "netflix.com"
    ],
    "icon": "simple-icons:netflix"
  },
  {
    "id": "nvidia",
    "name": "NVIDIA",
    "domains": [
      "nvidia.com"
    ],
    "icon": "simple-icons:nvidia"
  },
  {
    "id": "amd",
    "name": "AMD",
    "domains": [
      "amd.com"
    ],
    "icon": "simple-icons:amd"
  },
  {
    "id": "intel",
    "name": "Intel",
    "domains": [
      "intel.com"
    ],
    "icon": "simple-icons:intel"
  },
  {
    "id": "qualcomm",
    "name": "Qualcomm",
    "domains": [
      "qualcomm.com",
      "qti.qualcomm.com"
    ],
    "icon": "simple-icons:qualcomm"
  },
  {
    "id": "broadcom",
    "name": "Broadcom",
    "domains": [
      "broadcom.com"
    ],
    "icon": "simple-icons:broadcom"
  },
  {
    "id": "tsmc",
    "name": "TSMC",
    "domains": [
      "tsmc.com"
    ],
    "icon": "logos:tsmc"
  },
  {
    "id": "mediatek",
    "name": "MediaTek",
    "domains": [
      "mediatek.com"
    ],
    "icon": "simple-icons:mediatek"
  },
  {
    "id": "asus",
    "name": "ASUS",
    "domains": [
      "asus.com"
    ],
    "icon": "simple-icons:asus"
  },
  {
    "id": "acer",
    "name": "Acer",
    "domains": [
      "acer.com"
    ],
    "icon": "simple-icons:acer"
  },
  {
    "id": "line",
    "name": "LY Corporation (LINE)",
    "domains": [
      "linecorp.com",
      "lycorp.co.jp",
      "lycorp.com"
    ],
    "icon": "simple-icons:line"
  },
  {
    "id": "yahoo",
    "name": "Yahoo",
    "domains": [
      "yahooinc.com"
    ],
    "icon": "simple-icons:yahoo"
  },
  {
    "id": "garmin",
    "name": "Garmin",
    "domains": [
      "garmin.com"
    ],
    "icon": "simple-icons:garmin"
  },
  {
    "id": "ibm",
    "name": "IBM",
    "domains": [
      "ibm.com"
    ],
    "icon": "logos:ibm"
  },
  {
    "id": "oracle",
    "name": "Oracle",
    "domains": [
      "oracle.com"
    ],
    "icon": "logos:oracle"
  },
  {
    "id": "sap",
    "name": "SAP",
    "domains": [
      "sap.com"
    ],
    "icon": "simple-icons:sap"
  },
  {
    "id": "cisco",
    "name": "Cisco",
    "domains": [
      "cisco.com"
    ],
    "icon": "simple-icons:cisco"
  },
  {
    "id": "dell",
    "name": "Dell Technologies",
    "domains": [
      "dell.com",
      "dellteam.com"
    ],
    "icon": "simple-icons:dell"
  },
  {
    "id": "hp",
    "name": "HP",
    "domains": [
      "hp.com"
    ],
    "icon": "simple-icons:hp"
  },
  {
    "id": "samsung",
    "name": "Samsung",
    "domains": [
      "samsung.com"
    ],
    "icon": "simple-icons:samsung"
  },
  {
    "id": "sony",
    "name": "Sony",
    "domains": [
      "sony.com",
      "jp.sony.com"
    ],
    "icon": "simple-icons:sony"
  },
  {
    "id": "micron",
    "name": "Micron",
    "domains": [
      "micron.com"
    ],
    "icon": "logos:micron"
  },
  {
    "id": "tesla",
    "name": "Tesla",
    "domains": [
      "tesla.com"
    ],
    "icon": "simple-icons:tesla"
  },
  {
    "id": "uber",
    "name": "Uber",
    "domains": [
      "uber.com"
    ],
    "icon": "simple-icons:uber"
  },
  {
    "id": "salesforce",
    "name": "Salesforce",
    "domains": [
      "salesforce.com"
    ],
    "icon": "simple-icons:salesforce"
  },
  {
    "id": "adobe",
    "name": "Adobe",
    "domains": [
      "adobe.com"
    ],
    "icon": "simple-icons:adobe"
  }
];
export const meetingLimits = {
  "answerNote": 300,
  "appealText": 1000,
  "note": 500,
  "pauseDays": {
    "max": 366,
    "min": 1
  },
  "reportNote": 500,
  "waitingIntroductions": 8
};
export const refusedCharacters = {
  "line": "\\u{0}-\\u{1f}\\u{7f}-\\u{9f}\\u{202a}-\\u{202e}\\u{2066}-\\u{2069}",
  "lines": "\\u{0}-\\u{9}\\u{b}-\\u{1f}\\u{7f}-\\u{9f}\\u{202a}-\\u{202e}\\u{2066}-\\u{2069}"
};
export const reviewRules = {
  "actionsWithReason": [
    "ASK_FOR_INFO",
    "REJECT",
    "WARN",
    "REMOVE_CONTENT",
    "SUSPEND"
  ],
  "ageDocuments": [
    "DRIVING_LICENCE",
    "INSURANCE_CARD",
    "PASSPORT",
    "RESIDENT_CARD",
    "IDENTITY_CARD",
    "STUDENT_CARD",
    "OTHER"
  ],
  "ageFields": [
    "birthday",
    "ageProofFileName"
  ],
  "kinds": [
    "REGISTRATION",
    "RESUBMISSION",
    "CHANGE",
    "APPEAL",
    "REPORT"
  ],
  "note": 500,
  "reasonCodes": [
    {
      "code": "unclear",
      "needsNote": false
    },
    {
      "code": "another_person",
      "needsNote": false
    },
    {
      "code": "mismatch",
      "needsNote": false
    },
    {
      "code": "outdated",
      "needsNote": false
    },
    {
      "code": "incomplete",
      "needsNote": true
    },
    {
      "code": "inappropriate",
      "needsNote": false
    },
    {
      "code": "contact_details",
      "needsNote": false
    },
    {
      "code": "other",
      "needsNote": true
    }
  ],
  "reasons": 20,
  "skipReasons": [
    "KNOWS_PERSON",
    "LANGUAGE",
    "UNSURE",
    "NO_TIME"
  ],
  "unlistedEmployer": 100
};
